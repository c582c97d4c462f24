/** The full record of a cell as a card: value, line, verdict and score with the reason, caveats with theirs. */

import { message, number } from '../shared/i18n.js';
import { el } from './dom.js';
import { caveatList, judged, sourceLink, workLine } from './work-evidence.js';

/** @param {import('./work-pages.js').WorkPages} pages @param {Pointline.TableCell} cell @param {import('./own-verdict.js').OwnVerdicts} own */
export function cellCard(pages, cell, own) {
  const { item, field, value, quote, source_title, source_url, heading_path, attempts, kept } = cell;
  const place = [source_title || source_url, ...heading_path].filter(Boolean).join(' › ');
  const history = [attempts > 1 && message('cellAttempts', number(attempts)), kept && message('cellKept')].filter(Boolean).join(' · ');
  return el(
    'li',
    { class: 'card cell-card', tabindex: '-1' },
    el('h3', { dir: 'auto' }, `${item} · ${field}`),
    el('p', { class: value === null ? 'cell-value is-none' : 'cell-value', dir: 'auto' }, value ?? message('cellNoValue')),
    quote !== null && el('div', { class: 'placed' }, place && el('p', { class: 'path', dir: 'auto' }, place), workLine(pages, cell, cell.verdict)),
    quote === null && sourceLink(source_url),
    judged(cell),
    caveatList(pages, cell.caveats, quote),
    history && el('p', { class: 'detail' }, history),
    own.view(cell),
  );
}
