/** The table itself: items by fields, each cell a button that leads to its record; while it is found, how far each cell has come. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { placeOf } from './table-records.js';
import { stepWord, supportWord } from './words.js';

export class TableGrid {
  root = el('div', { class: 'grid-scroll', role: 'region', tabindex: '0', 'aria-label': message('tableTab') });
  /** @type {Map<string, HTMLTableCellElement>} */ #places = new Map();
  #lead;

  /** @param {(place: string) => void} lead to the record of a cell */
  constructor(lead) {
    this.#lead = lead;
  }

  /** Begin a table; cells that are known are filled in. @param {string[]} items @param {string[]} fields @param {Map<string, Pointline.TableCell>} cells */
  begin(items, fields, cells) {
    this.#places.clear();
    const head = el('tr', {}, el('th', { scope: 'col' }, message('tableItem')), ...fields.map((field) => el('th', { scope: 'col', dir: 'auto' }, field)));
    const rows = items.map((item) =>
      el('tr', {}, el('th', { scope: 'row', dir: 'auto' }, item), ...fields.map((field) => {
        const place = el('td', { class: 'is-pending' }, el('span', { class: 'unseen' }, message('cellWaiting')));
        this.#places.set(placeOf({ item, field }), place);
        return place;
      })),
    );
    this.root.replaceChildren(el('table', { class: 'grid' }, el('thead', {}, head), el('tbody', {}, ...rows)));
    for (const cell of cells.values()) this.put(cell);
  }

  /** Say what is done for a cell. @param {Pointline.WorkProgress} progress */
  progress(progress) {
    if (!progress.item || !progress.field) return;
    const place = this.#places.get(placeOf({ item: progress.item, field: progress.field }));
    if (!place || place.querySelector('button')) return;
    place.className = 'is-under-way';
    place.replaceChildren(stepWord({ step: progress.step, share: null }));
  }

  /** @param {Pointline.TableCell} cell */
  put(cell) {
    const place = this.#places.get(placeOf(cell));
    if (!place) return;
    const { text, icon: drawing, look } = supportWord(cell.verdict);
    const noted = cell.caveats.length > 0 && el('span', { class: 'unseen' }, message('caveatsTitle'));
    const value = el('span', { dir: 'auto' }, cell.value ?? '–');
    const button = el('button', { type: 'button', class: `grid-cell ${look}`, title: text }, icon(drawing), value, el('span', { class: 'unseen' }, text), noted);
    button.addEventListener('click', () => this.#lead(placeOf(cell)));
    place.className = '';
    place.replaceChildren(button);
  }

  /** Nothing more comes: what is not found waits for another run. */
  end() {
    for (const place of this.#places.values()) {
      if (place.className !== 'is-under-way') continue;
      place.className = 'is-pending';
      place.replaceChildren(el('span', { class: 'unseen' }, message('cellWaiting')));
    }
  }
}
