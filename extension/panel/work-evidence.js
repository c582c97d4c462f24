/** What a cell and a checked claim show alike: the line, the verdict with its reason, and the caveats with their own lines. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { lineView } from './views/line-view.js';
import { scoreFact } from './views/score.js';
import { caveatWord, supportWord } from './words.js';

/** @typedef {import('./work-pages.js').WorkPages} WorkPages */

/**
 * A line. On a page that was read here it leads there; else it is shown as the daemon gives it, with the way to its source.
 * @param {WorkPages} pages @param {Pointline.WorkLine} line @param {string} [verdict]
 * @returns {HTMLElement}
 */
export function workLine(pages, { quote, spans, value_spans = [], page_sha256, source_url = '', deep_link = '' }, verdict = 'uncertain') {
  const found = pages.standing(page_sha256, spans, quote);
  if (found) {
    const show = () => pages.show(found, spans, value_spans, verdict);
    const hover = (/** @type {boolean} */ pointed) => pages.hover(found, spans, pointed);
    const handle = lineView({ text: found.capture.text, spans, quote: value_spans, show, hover });
    pages.listens(found, spans, handle);
    return handle.view;
  }
  return el('div', { class: 'line-view' }, el('blockquote', { class: 'line', dir: 'auto' }, quote ?? ''), sourceLink(deep_link || source_url));
}

/** @param {string} url what is no web address leads nowhere */
export function sourceLink(url) {
  if (!/^https?:\/\//i.test(url)) return null;
  return el('p', { class: 'path' }, el('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, message('openSource')));
}

/** What was judged of it, by whom, how surely, and why. @param {{verdict: string, verdict_source?: string, score?: number | null, why: string}} record */
export function judged({ verdict, verdict_source, score, why }) {
  const own = verdict_source === 'person';
  const { text, icon: drawing, look } = supportWord(verdict);
  return el(
    'div',
    { class: `support ${look}` },
    el('div', { class: 'facts' },
      el('p', { class: 'fact' }, icon(drawing), text),
      own && el('p', { class: 'fact flag' }, icon('edit'), message('judgePerson')),
      // The score is of what a person replaced.
      !own && scoreFact(score, 'scoreJudgedTitle'),
    ),
    why && el('p', { class: 'detail', dir: 'auto' }, why),
  );
}

/**
 * What to know before using it; each caveat with its own line, unless that is the one shown already.
 * @param {WorkPages} pages @param {Pointline.WorkCaveat[]} caveats @param {string | null} shown
 */
export function caveatList(pages, caveats, shown) {
  const items = caveats.map((caveat) =>
    el('li', {},
      el('p', { class: 'fact' }, icon('note'), el('span', { dir: 'auto' }, caveatWord(caveat, 0))),
      caveat.line && caveat.line !== shown && workLine(pages, { ...caveat, quote: caveat.line }, 'caveated'),
    ),
  );
  return items.length > 0 && el('ul', { class: 'caveats', 'aria-label': message('caveatsTitle') }, ...items);
}

/** Pages that could not be read, each with the reason. @param {import('./work-pages.js').Sent['left']} left */
export function leftOut(left) {
  const rows = left.map(({ title, problem }) => el('li', {}, icon('problem'), el('span', { dir: 'auto' }, `${title}: ${problem.title}`)));
  return rows.length ? el('ul', { class: 'notes card' }, ...rows) : null;
}
