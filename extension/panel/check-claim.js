/** A claim of the text with what checking found: its link, its document, its line, the verdict, and what to know. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { RECHECKED } from './word-tables.js';
import { caveatList, judged, sourceLink, workLine } from './work-evidence.js';

/** @param {import('./work-pages.js').WorkPages} pages @param {Pointline.CheckedClaim} claim @param {import('./own-verdict.js').OwnVerdicts} own */
export function claimCheckCard(pages, claim, own) {
  const { text, quote, verdict, more, nearest, source_url } = claim;
  const now = el('p', { class: 'fact rechecked', hidden: true });
  const view = el(
    'li',
    { class: `card checked-claim ${quote === null ? 'is-not-found' : 'is-found'}`, tabindex: '-1' },
    el('p', { class: 'claim-text', dir: 'auto' }, text),
    el('div', { class: 'facts' }, ...linkFacts(claim)),
    quote !== null && workLine(pages, claim, verdict),
    ...more.map((line) => workLine(pages, line, verdict)),
    quote === null && nearest && el('h4', {}, message('nearestLine')),
    quote === null && nearest && workLine(pages, nearest),
    quote === null && !nearest && sourceLink(source_url),
    judged(claim),
    caveatList(pages, claim.caveats, quote),
    now,
    own.view(claim),
  );
  /** How its line stands now. @param {Pointline.RecheckedLine} line */
  const rechecked = ({ now: state, problem }) => {
    const known = RECHECKED.get(state);
    now.hidden = false;
    now.className = `fact rechecked ${known?.look ?? ''}`;
    now.replaceChildren(icon(known?.icon ?? 'note'), el('span', { dir: 'auto' }, [known ? message(known.key) : state, problem].filter(Boolean).join(': ')));
  };
  return { view, rechecked };
}

/** @param {Pointline.CheckedClaim} claim */
function linkFacts({ status, link_works, relevant, quote }) {
  /** @type {[boolean | null, string, string][]} */
  const facts = [[link_works, 'linkWorks', 'linkBroken'], [relevant, 'sourceRelevant', 'sourceNotRelevant']];
  return [
    status === 'uncited' && el('p', { class: 'fact flag' }, icon('note'), message('claimUncited')),
    ...facts.map(([is, yes, no]) => is !== null && fact(is, message(is ? yes : no))),
    fact(quote !== null, message(quote === null ? 'noLineSupports' : 'lineFound')),
  ];
}

/** @param {boolean} good @param {string} words */
const fact = (good, words) => el('p', { class: `fact ${good ? 'found' : 'not-found'}` }, icon(good ? 'found' : 'differs'), words);
