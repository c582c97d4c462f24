/** A claim as a card: what is claimed, its lines, that they were found, and apart from that what is known of its support. */

import { counted, message, number } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { timesFound } from '../line-parts.js';
import { caveatWord, factWord, flagWord, foundWord, ownFlags, saidByFacts, supportFlagWords, supportWord } from '../words.js';
import { lineView } from './line-view.js';
import { scoreFact } from './score.js';

/**
 * @param {Pointline.Claim} claim
 * @param {string} text of the page
 * @param {string} source the title of its page, where that is not the one that was asked
 * @param {object} acts
 * @param {(line: number) => Promise<Pointline.PaintState>} acts.show lead to one of its lines
 * @param {(line: number, pointed: boolean) => void} acts.hover one of them is pointed at
 * @param {(caveat: Pointline.Caveat) => string} acts.caveatText the text of its page
 * @param {(caveat: Pointline.Caveat) => Promise<Pointline.PaintState>} acts.showCaveat lead to the line of a caveat
 * @param {() => Promise<boolean>} acts.copy gives whether the addresses lead to the lines
 */
export function claimCard(claim, text, source, { show, hover, caveatText, showCaveat, copy }) {
  const lines = [claim, ...(claim.more ?? [])];
  const views = lines.map(({ line_spans, spans }, at) =>
    lineView({ text, spans: line_spans, quote: spans, show: () => show(at), hover: (pointed) => hover(at, pointed) }),
  );
  // A claim that is its line says nothing of its own; the line is shown once.
  const own = claim.text.trim() !== claim.line.trim();
  const view = el(
    'li',
    { class: 'card claim' },
    before(claim, source),
    own && el('p', { class: 'claim-text', dir: 'auto' }, claim.text),
    ...lines.map((line, at) => placed(line, views[at]?.view, at, lines[at - 1])),
    el('div', { class: 'verdicts' }, el('div', { class: 'facts' }, found(lines), scoreFact(claim.score, 'scoreTitle'), ...flags(claim, text)), copyButton(copy), support(claim)),
    caveats(claim, text, caveatText, showCaveat),
  );
  return { view, lines: views };
}

/** That an earlier question found it already, and on which page. @param {Pointline.Claim} claim @param {string} source */
function before({ from_turn }, source) {
  const words = [typeof from_turn === 'number' && message('fromTurn', number(from_turn)), source].filter(Boolean).join(' · ');
  return words && el('p', { class: 'path', dir: 'auto' }, words);
}

/**
 * A line below the headings that it stands under; those are not said twice.
 * @param {Pointline.Line} line @param {Node | undefined} view @param {number} at @param {Pointline.Line | undefined} before
 */
function placed({ heading_path, page }, view, at, before) {
  const path = heading_path?.join(' › ') ?? '';
  const words = [at > 0 && message('furtherLine', number(at + 1)), page && message('linePage', number(page)), path !== before?.heading_path?.join(' › ') && path].filter(Boolean).join(' · ');
  return el('div', { class: 'placed' }, words && el('p', { class: 'path', dir: 'auto' }, words), view);
}

/** @param {Pointline.Line[]} lines */
function found(lines) {
  const [first] = lines;
  const same = lines.every(({ fold }) => fold === first?.fold);
  const words = lines.length > 1 && same && first?.fold === 'verbatim' ? message('linesFound', number(lines.length)) : foundWord(worst(lines));
  return el('p', { class: 'fact found' }, icon('found'), words);
}

/** The loosest way in which any of the lines was found. @param {Pointline.Line[]} lines */
function worst(lines) {
  const folds = lines.map(({ fold }) => fold ?? 'verbatim');
  return folds.find((fold) => fold === 'typography') ?? folds.find((fold) => fold !== 'verbatim') ?? 'verbatim';
}

/** @param {Pointline.Claim} claim @param {string} text of the page */
function flags(claim, text) {
  const times = timesFound(text, claim.spans);
  return ownFlags(claim).map((code) => {
    const words = (code === 'repeated' || code === 'many') && times > 1 ? counted('foundTimes', times) : flagWord(code, claim);
    return el('p', { class: 'fact flag' }, icon('note'), words);
  });
}

/** @param {Pointline.Claim} claim */
function support(claim) {
  const { verdict, facts } = claim.support;
  const { text, icon: drawing, look } = supportWord(verdict);
  const told = facts.filter((fact) => fact.status !== 'same').map(factWord);
  const all = [...told, ...supportFlagWords(claim)];
  return el(
    'div',
    { class: `support ${look}` },
    el('p', { class: 'fact' }, icon(drawing), text),
    all.length > 0 && el('ul', { class: 'checked' }, ...all.map((words) => el('li', {}, words))),
  );
}

/**
 * What to know before using the claim; each caveat with its own line, unless that is the claim's.
 * @param {Pointline.Claim} claim @param {string} text of the page @param {(caveat: Pointline.Caveat) => string} textOf
 * @param {(caveat: Pointline.Caveat) => Promise<Pointline.PaintState>} show
 */
function caveats(claim, text, textOf, show) {
  const told = (claim.caveats ?? []).filter((caveat) => !saidByFacts(caveat, claim));
  const times = timesFound(text, claim.spans);
  const own = (/** @type {Pointline.Caveat} */ { spans, page_sha256 }) =>
    spans[0]?.start === claim.line_spans[0]?.start && page_sha256 === claim.page_sha256;
  const items = told.map((caveat) =>
    el('li', {},
      el('p', { class: 'fact' }, icon('note'), el('span', { dir: 'auto' }, caveatWord(caveat, times))),
      caveat.spans.length > 0 && !own(caveat) && lineView({ text: textOf(caveat), spans: caveat.spans, quote: [], show: () => show(caveat) }).view,
    ),
  );
  return items.length > 0 && el('ul', { class: 'caveats', 'aria-label': message('caveatsTitle') }, ...items);
}

/** @param {() => Promise<boolean>} copy */
function copyButton(copy) {
  const button = el('button', { type: 'button', class: 'quiet copy', title: message('copyTitle'), 'aria-label': message('copyTitle') });
  button.append(icon('copy'));
  button.addEventListener('click', async () => {
    const linked = await copy();
    button.replaceChildren(icon('found'), message(linked ? 'copied' : 'copiedNoLink'));
    setTimeout(() => button.replaceChildren(icon('copy')), 1600);
  });
  return button;
}
