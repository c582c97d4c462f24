/** What a table is to hold: items and fields, one a line, and the tabs that it is found in. */

import { message } from '../shared/i18n.js';
import { el } from './dom.js';
import { namesOf } from './table-records.js';
import { labelled, startAndStop, tabChoice } from './work-form.js';
import { RunView } from './work-run.js';

export class TableForm {
  #items = labelled('table-items', message('tableItems'), { rows: '3', placeholder: message('tableItemsExample') });
  #fields = labelled('table-fields', message('tableFields'), { rows: '3', placeholder: message('tableFieldsExample') });
  #choice = tabChoice('table-sources', message('tableSources'));
  #buttons = startAndStop(message('tableFill'));
  suggest = el('button', { type: 'button', class: 'secondary' }, message('tableSuggest'));
  run = new RunView(this.#buttons.start, this.#buttons.stop);

  /** @param {() => void} fill @param {() => void} suggest */
  constructor(fill, suggest) {
    this.root = el(
      'form',
      { class: 'card work-form' },
      el('div', { class: 'work-fields' }, this.#items.view, this.#fields.view),
      el('div', { class: 'work-row' }, this.#choice.button, this.suggest, this.#buttons.start, this.#buttons.stop),
      this.#choice.box,
    );
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.run.running) fill();
    });
    this.suggest.addEventListener('click', suggest);
  }

  get sources() {
    return this.#choice.sources;
  }

  get items() {
    return namesOf(this.#items.area.value);
  }

  get fields() {
    return namesOf(this.#fields.area.value);
  }

  /** What the pages offer is put where nothing was typed. @param {{items: string[], fields: string[]}} offered */
  offer({ items, fields }) {
    if (!this.items.length) this.#items.area.value = items.join('\n');
    if (!this.fields.length) this.#fields.area.value = fields.join('\n');
  }

  /** Lead to the first box that is empty. @returns {boolean} whether there is one */
  lacking() {
    const empty = [this.#items, this.#fields].find(({ area }) => !namesOf(area.value).length);
    empty?.area.focus();
    return Boolean(empty);
  }

  focus() {
    this.#items.area.focus();
  }

  /** The words of the button: an unfinished table is continued. @param {boolean} unfinished */
  unfinished(unfinished) {
    this.#buttons.start.textContent = message(unfinished ? 'tableContinue' : 'tableFill');
  }
}
