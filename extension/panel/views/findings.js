/** What an answer holds beside its claims: that no line answers, what was withheld, and what was read. */

import { counted, message, number, percent } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { noteWord, notReadWords, readAnywayWords, reasonWord } from '../words.js';
import { lineView } from './line-view.js';

/**
 * No line of the page answers: a finding, with how much was read and the lines that came nearest.
 * @param {Pointline.Answer} answer @param {string} text of the page
 * @param {(line: Pointline.NearLine) => Promise<Pointline.PaintState>} show
 */
export function noneCard({ page, nearest, withheld }, text, show) {
  const title = withheld.length ? message('noneButWithheld') : message('noneTitle');
  const share = page.read_share >= 1 ? message('noneReadAll', counted('countLines', page.units)) : message('noneReadPart', percent(page.read_share));
  const lines = nearest.map((line) =>
    el('li', {},
      typeof line.page === 'number' && el('p', { class: 'path' }, message('linePage', number(line.page))),
      lineView({ text, spans: cellsOf(text, line), quote: [], show: () => show(line) }).view,
    ),
  );
  return el(
    'section',
    { class: 'card none' },
    el('h3', {}, icon('none'), title),
    el('p', { class: 'detail' }, share),
    lines.length > 0 && el('h4', {}, message('nearestLines')),
    lines.length > 0 && el('ol', { class: 'nearest' }, ...lines),
  );
}

/** The cells of a table row stand with tabs between them in the page text. @param {string} text @param {Pointline.Span} line */
function cellsOf(text, { start, end }) {
  const cells = [{ start, end }];
  for (let tab = text.indexOf('\t', start); tab >= 0 && tab < end; tab = text.indexOf('\t', tab + 1)) {
    cells.splice(-1, 1, { start: cells.at(-1)?.start ?? start, end: tab }, { start: tab + 1, end });
  }
  return cells;
}

/** Claims that are not shown as such, with the reason. @param {Pointline.Withheld[]} withheld */
export function withheldCard(withheld) {
  const items = withheld.map((held) => ({ ...held, reason: reasonWord(held) })).map(({ text, quote, reason, attempts }) =>
    el(
      'li',
      {},
      el('p', { class: 'withheld-text', dir: 'auto' }, text),
      quote && el('p', { class: 'withheld-quote', dir: 'auto' }, el('s', {}, quote)),
      el('p', { class: 'detail' }, attempts > 1 ? message('withheldAttempts', reason.replace(/\.$/, ''), number(attempts)) : reason),
    ),
  );
  return el(
    'section',
    { class: 'card withheld' },
    el('h3', {}, icon('withheld'), message('withheldTitle')),
    el('ul', {}, ...items),
  );
}

/** What the person should know of how the answer was found. @param {Pointline.Note[]} notes */
export function notesCard(notes) {
  if (!notes.length) return null;
  return el('ul', { class: 'card notes' }, ...notes.map((note) => el('li', { dir: 'auto' }, icon('note'), el('span', {}, noteWord(note)))));
}

/**
 * What was read of the page, and what was not.
 * @param {number} characters @param {number} lines @param {Pointline.NotRead} notRead @param {string} model
 */
export function readNote(characters, lines, notRead, model) {
  const left = notReadWords(notRead);
  return el(
    'footer',
    { class: 'read-note' },
    el('p', {}, message('readNote', counted('countCharacters', characters), counted('countLines', lines))),
    left.length > 0 && el('p', {}, message('notReadNote', left.join(message('listSeparator')))),
    ...readAnywayWords(notRead).map((words) => el('p', {}, words)),
    model && el('p', {}, message('modelNote', model)),
  );
}
