/** A claim as a card: what is claimed, its line, that the line was found, and apart from that what is known of its support. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { flagWord, factWord, foundWord, supportWord } from '../words.js';
import { lineView } from './line-view.js';

/**
 * @param {Pointline.Claim} claim
 * @param {string} text of the page
 * @param {{show: () => Promise<Pointline.PaintState>, copy: () => Promise<void>}} acts
 */
export function claimCard(claim, text, { show, copy }) {
  const line = lineView({ text, spans: claim.line_spans, quote: claim.spans, show });
  // A claim that is its line says nothing of its own; the line is shown once.
  const own = claim.text.trim() !== claim.line.trim();
  const path = claim.heading_path?.join(' › ') ?? '';
  const view = el(
    'li',
    { class: 'card claim' },
    own && el('p', { class: 'claim-text', dir: 'auto' }, claim.text),
    path && el('p', { class: 'path', dir: 'auto' }, path),
    line.view,
    el('div', { class: 'facts' }, found(claim), ...claim.flags.map((code) => flag(code, claim)), support(claim), copyButton(copy)),
  );
  return { view, mark: line.mark };
}

/** @param {Pointline.Claim} claim */
const found = ({ fold }) => el('p', { class: 'fact found' }, icon('found'), foundWord(fold));

/** @param {string} code @param {Pointline.Claim} claim */
const flag = (code, claim) => el('p', { class: 'fact flag' }, icon('note'), flagWord(code, claim));

/** @param {Pointline.Claim} claim */
function support({ support: { verdict, facts } }) {
  const { text, icon: drawing } = supportWord(verdict);
  const told = facts.filter((fact) => fact.status !== 'same');
  return el(
    'div',
    { class: `support ${verdict === 'mismatch' ? 'mismatch' : 'uncertain'}` },
    el('p', { class: 'fact' }, icon(drawing), text),
    told.length > 0 && el('ul', { class: 'checked' }, ...told.map((fact) => el('li', { dir: 'auto' }, factWord(fact)))),
  );
}

/** @param {() => Promise<void>} copy */
function copyButton(copy) {
  const button = el('button', { type: 'button', class: 'quiet copy', title: message('copyTitle'), 'aria-label': message('copyTitle') });
  button.append(icon('copy'));
  button.addEventListener('click', async () => {
    await copy();
    button.replaceChildren(icon('found'), message('copied'));
    setTimeout(() => button.replaceChildren(icon('copy')), 1600);
  });
  return button;
}
