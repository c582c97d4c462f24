/**
 * The tabs of the panel. To add one: make a module that exports a function giving a `Tab`, and add it in `main.js`. As long as there is
 * only one, no bar is shown.
 *
 * Keys as the ARIA Authoring Practices have them for tabs that are shown when they get the focus: arrows, Home, End.
 */

import { el, icon } from './dom.js';
import { byId } from './page-elements.js';

/**
 * @typedef {object} Tab
 * @property {string} id unique among the tabs
 * @property {string} label in the person's language
 * @property {Parameters<typeof icon>[0]} drawing
 * @property {HTMLElement} panel stands in the document, below the bar
 * @property {() => void} [shown] called when the person turns to it by a click
 */

export class TabBar {
  #list;
  /** @type {{tab: Tab, button: HTMLButtonElement}[]} */ #all = [];

  /** @param {HTMLElement} list the element that holds the tabs */
  constructor(list) {
    this.#list = list;
    list.addEventListener('keydown', (event) => this.#press(event));
  }

  /** @param {Tab} tab the first that is added is shown */
  add(tab) {
    const button = el('button', { type: 'button', role: 'tab', id: `tab-of-${tab.id}` }, icon(tab.drawing), el('span', {}, tab.label));
    tab.panel.id ||= `tab-${tab.id}`;
    button.setAttribute('aria-controls', tab.panel.id);
    button.addEventListener('click', () => {
      this.show(tab.id);
      tab.shown?.();
    });
    this.#all.push({ tab, button });
    this.#list.append(button);
    this.#list.hidden = this.#all.length < 2;
    this.show(this.#all.find(({ button: one }) => one.ariaSelected === 'true')?.tab.id ?? tab.id);
    if (this.#list.hidden) return;
    for (const { tab: { panel }, button: { id } } of this.#all) {
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', id);
    }
  }

  /** Take the bar away, or give it back; the tab that is shown stays. @param {boolean} hidden */
  hide(hidden) {
    this.#list.hidden = hidden || this.#all.length < 2;
  }

  /** Turn to a tab. @param {string} id */
  show(id) {
    if (!this.#all.some(({ tab }) => tab.id === id)) return;
    for (const { tab, button } of this.#all) {
      const chosen = tab.id === id;
      button.setAttribute('aria-selected', String(chosen));
      // One stop for the Tab key; the arrows lead from tab to tab.
      button.tabIndex = chosen ? 0 : -1;
      tab.panel.hidden = !chosen;
    }
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.#all.findIndex(({ button }) => button === event.target);
    const onward = getComputedStyle(this.#list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const count = this.#all.length;
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: at - 1, ArrowRight: at - 1, [onward]: at + 1, Home: 0, End: count - 1 };
    const to = steps[event.key];
    const next = at < 0 || to === undefined ? undefined : this.#all[(to + count) % count];
    if (!next) return;
    event.preventDefault();
    this.show(next.tab.id);
    next.button.focus();
  }
}

/** The panel's own. */
export const tabBar = new TabBar(byId('tab-list', HTMLDivElement));
