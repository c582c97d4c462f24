/** Other tabs that are asked as well. The browser shows their titles, and lets them be read, only on a right of its own. */

import { api } from '../shared/browser.js';
import { message, number } from '../shared/i18n.js';
import { ALL_PAGES, ask } from '../shared/rights.js';
import { el, icon } from './dom.js';
import { byId } from './page-elements.js';
import { PageTab } from './page-tab.js';

export class Sources {
  /** @type {Map<number, import('./thread.js').Source>} */ #chosen = new Map();
  /** The tab that is asked anyway. */ #own = 0;
  #box;
  #button;

  /** @param {HTMLFieldSetElement} box holds the choice, below its legend @param {HTMLButtonElement} button opens it */
  constructor(box = byId('sources', HTMLFieldSetElement), button = byId('tabs', HTMLButtonElement)) {
    this.#box = box;
    this.#button = button;
    button.addEventListener('click', () => (box.hidden ? void this.open() : this.close()));
    this.#label();
  }

  /** The other tabs of a question about a tab. @param {number} own */
  others(own) {
    return [...this.#chosen].filter(([tab]) => tab !== own).map(([, source]) => source);
  }

  /** Names the choice: the same tabs have the same name. */
  get chosen() {
    return [...this.#chosen.keys()].toSorted((a, b) => a - b).join(' ');
  }

  /** The panel turned to another tab. @param {number} tab */
  turnTo(tab) {
    this.#own = tab;
    if (!this.#box.hidden) void this.#list();
    this.#label();
  }

  /** A tab was closed. @param {number} tab */
  drop(tab) {
    this.#chosen.delete(tab);
    if (!this.#box.hidden) void this.#list();
    this.#label();
  }

  /** Let the person choose; must follow a click at once, because the right may have to be asked for. */
  async open() {
    const given = await ask(ALL_PAGES);
    this.#box.hidden = false;
    this.#button.setAttribute('aria-expanded', 'true');
    if (given) await this.#list();
    else this.#fill(el('p', { class: 'detail' }, message('sourcesRefused')));
  }

  close() {
    this.#box.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
  }

  async #list() {
    const { id: windowId } = await api.windows.getCurrent();
    const tabs = await api.tabs.query(windowId === undefined ? {} : { windowId });
    const readable = tabs.filter(({ id, url }) => id !== undefined && id !== this.#own && /^https?:/.test(url ?? ''));
    if (readable.length) this.#fill(...readable.map((tab) => this.#row(tab)));
    else this.#fill(el('p', { class: 'detail' }, message('sourcesNone')));
  }

  /** @param {chrome.tabs.Tab} tab */
  #row({ id = 0, title = '', url = '' }) {
    const box = el('input', { type: 'checkbox', id: `${this.#box.id}-${id}` });
    box.checked = this.#chosen.has(id);
    box.addEventListener('change', () => {
      if (box.checked) this.#chosen.set(id, { page: new PageTab(id), title: title || url });
      else this.#chosen.delete(id);
      this.#label();
    });
    return el('label', { class: 'source-row' }, box, el('span', { dir: 'auto' }, title || url), el('small', { dir: 'ltr' }, new URL(url).hostname));
  }

  /** @param {...Node} rows */
  #fill(...rows) {
    const [legend] = this.#box.children;
    this.#box.replaceChildren(...(legend ? [legend] : []), ...rows);
  }

  #label() {
    const count = this.others(this.#own).length;
    const words = count ? message('tabsChosen', number(count)) : message('tabs');
    this.#button.replaceChildren(icon('tabs'), el('span', {}, words));
    this.#button.classList.toggle('is-chosen', count > 0);
  }
}
