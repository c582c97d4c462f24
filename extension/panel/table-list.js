/** The records of a table below it: sorted, filtered, and what they rest on. */

import { counted, message, number } from '../shared/i18n.js';
import { el } from './dom.js';
import { judgedAnew } from './own-verdict.js';
import { cellCard } from './table-cell.js';
import { chosen, codesIn, ordered, placeOf, touched } from './table-records.js';
import { SUPPORT } from './word-tables.js';
import { fillSelect, select } from './work-form.js';
import { caveatWord, supportWord } from './words.js';

/** @typedef {Pointline.TableCell} Cell */

export class TableList {
  #pages;
  #own;
  /** @type {Map<string, Cell>} */ #cells = new Map();
  /** @type {Map<string, HTMLElement>} */ #cards = new Map();
  /** @type {{items: string[], fields: string[]}} */ #names = { items: [], fields: [] };
  #head = el('p', { class: 'table-head' });
  #shown = el('p', { class: 'detail' });
  #records = el('ol', { class: 'cells' });
  #order = select(message('sortBy'), [['weakest', message('sortWeakest')], ['table', message('sortTable')]], () => this.#show());
  #verdict = select(message('filterVerdict'), this.#verdicts(), () => this.#show());
  #caveat = select(message('filterCaveat'), [['', message('filterAll')]], () => this.#show());

  /** @param {import('./work-pages.js').WorkPages} pages @param {HTMLElement} exporting @param {import('./own-verdict.js').OwnVerdicts} own */
  constructor(pages, exporting, own) {
    this.#pages = pages;
    this.#own = own;
    const bar = el('div', { class: 'filters' }, this.#order.view, this.#verdict.view, this.#caveat.view);
    this.root = el('section', { hidden: true }, el('div', { class: 'table-top' }, this.#head, exporting), bar, this.#shown, this.#records);
  }

  get cells() {
    return this.#cells;
  }

  /** @param {string[]} items @param {string[]} fields @param {boolean} keep the cells that have a place in the table */
  begin(items, fields, keep) {
    this.#names = { items, fields };
    const places = new Set(items.flatMap((item) => fields.map((field) => placeOf({ item, field }))));
    for (const place of this.#cells.keys()) if (!keep || !places.has(place)) this.#drop(place);
    this.#show();
  }

  /**
   * A cell that comes again takes the place of the one before, unless a person judged that one in the meantime.
   * @param {Cell[]} cells
   */
  put(...cells) {
    for (const cell of cells) {
      const before = this.#cells.get(placeOf(cell));
      if (before?.verdict_source !== 'person' || before.cell_id !== cell.cell_id) this.#set(cell);
    }
    this.#show();
  }

  /** A person judged a cell, or took their verdict back. @param {string} id @param {Pointline.JudgedCell} judged @returns {Cell | undefined} */
  judged(id, judged) {
    const before = [...this.#cells.values()].find(({ cell_id }) => cell_id === id);
    if (!before) return undefined;
    const cell = judgedAnew(before, judged);
    this.#set(cell);
    this.#show();
    this.#cards.get(placeOf(cell))?.focus();
    return cell;
  }

  /** @param {Cell} cell */
  #set(cell) {
    this.#cells.set(placeOf(cell), cell);
    this.#cards.set(placeOf(cell), cellCard(this.#pages, cell, this.#own));
  }

  /** Bring the record of a cell into view and go to its line. @param {string} place */
  lead(place) {
    if (!this.#cards.get(place)?.isConnected) {
      this.#verdict.choice.value = '';
      this.#caveat.choice.value = '';
      this.#show();
    }
    const card = this.#cards.get(place);
    card?.scrollIntoView({ block: 'nearest' });
    card?.focus({ preventScroll: true });
    card?.querySelector(/** @type {'button'} */ ('button.line'))?.click();
  }

  /** @param {string} place */
  #drop(place) {
    this.#cells.delete(place);
    this.#cards.delete(place);
  }

  #show() {
    const all = [...this.#cells.values()];
    const { sources, domains } = touched(all);
    this.root.hidden = all.length === 0;
    this.#head.textContent = message('tableTouched', counted('countSources', sources), counted('countDomains', domains));
    fillSelect(this.#caveat.choice, [['', message('filterAll')], ...codesIn(all).map((code) => this.#codeOption(code))]);
    const shown = chosen(all, this.#verdict.choice.value, this.#caveat.choice.value);
    const order = this.#order.choice.value === 'table' ? 'table' : 'weakest';
    const cards = ordered(shown, order, this.#names.items, this.#names.fields).flatMap((cell) => this.#cards.get(placeOf(cell)) ?? []);
    this.#shown.textContent = message('cellsShown', number(cards.length), number(this.#names.items.length * this.#names.fields.length));
    place(this.#records, cards);
  }

  /** @param {string} code @returns {[string, string]} */
  #codeOption(code) {
    return [code, caveatWord({ code, detail: '', line: null, spans: [] }, 0)];
  }

  /** @returns {[string, string][]} */
  #verdicts() {
    return [['', message('filterAll')], ...[...SUPPORT.keys()].map((code) => /** @type {[string, string]} */ ([code, supportWord(code).text]))];
  }
}

/** Only what is out of place is moved: the card that has the focus keeps it. @param {HTMLElement} list @param {HTMLElement[]} cards */
function place(list, cards) {
  for (const child of [...list.children]) if (!cards.some((card) => card === child)) child.remove();
  cards.forEach((card, at) => {
    if (list.children[at] !== card) list.insertBefore(card, list.children[at] ?? null);
  });
}
