/** A question that was asked three ways: whether the answer depends on how it is put, with the lines of each way. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { spansHold } from './line-parts.js';
import { lineView } from './views/line-view.js';
import { FRAMINGS } from './word-tables.js';
import { caveatWord } from './words.js';

/**
 * @param {NonNullable<Pointline.Answer['probe']>} probe @param {import('./asking.js').SourceOf} sourceOf
 * @param {(source: import('./asking.js').Read, span: Pointline.Span) => Promise<Pointline.PaintState>} show
 */
export function framingCard({ framings, depends_on_framing: depends }, sourceOf, show) {
  if (!depends) return el('ul', { class: 'card notes' }, el('li', {}, icon('found'), el('span', {}, message('framingSame'))));
  const rows = framings.map(({ framing, lines }) => {
    const key = FRAMINGS.get(framing);
    const views = lines.flatMap((line) => {
      const source = sourceOf(line.page_sha256);
      if (!source || !spansHold(source.capture.text, [line], line.text)) return [];
      return [lineView({ text: source.capture.text, spans: [line], quote: [], show: () => show(source, line) }).view];
    });
    return el('li', {}, el('p', { class: 'path' }, key ? message(key) : framing), ...views, !views.length && el('p', { class: 'detail' }, message('framingNone')));
  });
  const words = caveatWord({ code: 'answer_depends_on_framing', detail: '', line: null, spans: [] }, 0);
  return el('section', { class: 'card framings' }, el('h3', {}, icon('note'), words), el('ul', { class: 'nearest' }, ...rows));
}
