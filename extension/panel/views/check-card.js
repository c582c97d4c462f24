/** A sentence that was checked: where it stands in the sources, or that it stands nowhere and which line comes nearest. */

import { message, number } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { foundWord } from '../words.js';
import { lineView } from './line-view.js';

/** Places that are shown of one sentence; the rest is counted. */
const MOST_PLACES = 3;

/**
 * @param {import('../checking.js').Result} result
 * @param {(stand: import('../checking.js').Stand, spans: Pointline.Span[]) => Promise<Pointline.PaintState>} show
 */
export function checkedCard({ sentence, found, nearest }, show) {
  const first = found[0];
  const places = found.slice(0, MOST_PLACES).map((stand) => place(stand, show));
  const more = found.length - places.length;
  return el(
    'li',
    { class: `card checked-sentence ${first ? 'is-found' : 'is-not-found'}` },
    el('p', { class: 'claim-text', dir: 'auto' }, sentence),
    first
      ? el('p', { class: 'fact found' }, icon('found'), foundWord(first.fold))
      : el('p', { class: 'fact not-found' }, icon('differs'), message('notFoundElsewhere')),
    ...places,
    more > 0 && el('p', { class: 'detail' }, message('morePlaces', number(more))),
    nearest && !first && el('h4', {}, message('nearestLine')),
    nearest && !first && place(nearest, show),
  );
}

/**
 * @param {import('../checking.js').Stand} stand
 * @param {(stand: import('../checking.js').Stand, spans: Pointline.Span[]) => Promise<Pointline.PaintState>} show
 */
function place(stand, show) {
  const line = lineView({ text: stand.capture.text, spans: stand.spans, quote: [], show: () => show(stand, stand.spans) });
  return el('div', { class: 'place' }, el('p', { class: 'path', dir: 'auto' }, stand.title), line.view);
}

/** Only the page itself was looked through: what is written nowhere else needs other sources. @param {() => void} choose */
export function onlyHere(choose) {
  return el(
    'section',
    { class: 'card hint-card' },
    el('p', {}, message('checkedHere')),
    el('div', { class: 'acts' }, el('button', { type: 'button', class: 'secondary', click: choose }, message('chooseTabs'))),
  );
}
