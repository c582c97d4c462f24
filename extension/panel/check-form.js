/** The text to check: typed, pasted, or what is selected in the page; and the tabs in which claims without a link are looked up. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { labelled, startAndStop, tabChoice } from './work-form.js';
import { RunView } from './work-run.js';

const LONGEST_EXCERPT = 240;

/** @typedef {import('./check-selection.js').Selected} Selected */
/** @typedef {{text: string, format: 'auto' | 'html', base: string, strict: boolean, selected: Selected | null}} Given `strict`: what is uncertain does not pass */

export class CheckForm {
  #text = labelled('check-text', message('checkText'), { rows: '5', placeholder: message('checkTextExample') });
  #excerpt = el('span', { dir: 'auto' });
  #drop = el('button', { type: 'button', class: 'quiet', 'aria-label': message('checkTypeInstead'), title: message('checkTypeInstead') }, icon('close'));
  #chip = el('div', { class: 'selection', hidden: true }, this.#excerpt, this.#drop);
  #choice = tabChoice('check-sources', message('checkSources'));
  #buttons = startAndStop(message('checkRun'));
  #strict = el('input', { type: 'checkbox', id: 'check-strict' });
  /** @type {Selected | null} */ #selected = null;
  run = new RunView(this.#buttons.start, this.#buttons.stop);

  /** @param {() => void} check @param {() => void} take what is selected */
  constructor(check, take) {
    this.root = el(
      'form',
      { class: 'card work-form' },
      this.#text.view,
      this.#chip,
      el('div', { class: 'work-row' },
        this.#choice.button,
        el('label', { class: 'probe strict', title: message('checkStrictTitle') }, this.#strict, el('span', {}, message('checkStrict'))),
        el('button', { type: 'button', class: 'secondary', title: message('checkTakeTitle'), click: take }, icon('selection'), message('checkTake')),
        this.#buttons.start,
        this.#buttons.stop,
      ),
      this.#choice.box,
    );
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.run.running) check();
    });
    this.#drop.addEventListener('click', () => {
      this.select(null);
      this.focus();
    });
  }

  get sources() {
    return this.#choice.sources;
  }

  /** What is to be checked; null where nothing is there. @returns {Given | null} */
  get given() {
    const selected = this.#selected;
    const strict = this.#strict.checked;
    if (selected) return { text: selected.html, format: 'html', base: /^https?:/.test(selected.url) ? selected.url : '', strict, selected };
    const text = this.#text.area.value;
    return text.trim() ? { text, format: 'auto', base: '', strict, selected } : null;
  }

  /** Take a selection instead of what is typed, or give the box back. @param {Selected | null} selected */
  select(selected) {
    this.#selected = selected;
    const words = selected?.text.replace(/\s+/g, ' ').trim() ?? '';
    this.#excerpt.textContent = words.length > LONGEST_EXCERPT ? `${words.slice(0, LONGEST_EXCERPT)}…` : words;
    this.#chip.hidden = !selected;
    this.#text.view.hidden = Boolean(selected);
  }

  focus() {
    (this.#selected ? this.#drop : this.#text.area).focus();
  }
}
