/** A problem, with one thing to do about it. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';

/** @param {string} command */
export function commandView(command) {
  const label = el('span', {}, message('copy'));
  const button = el('button', { type: 'button', class: 'quiet' }, icon('copy'), label);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(command);
    label.textContent = message('copied');
    label.classList.add('is-said');
  });
  return el('p', { class: 'command' }, el('code', { dir: 'ltr' }, command), button);
}

/** @typedef {Record<'connect' | 'allow' | 'allow-pages' | 'retry' | 'site-on', () => void>} Remedies */

const LABELS = { connect: 'connectButton', allow: 'allow', 'allow-pages': 'allowPages', retry: 'askAgain', 'site-on': 'siteOn' };

/** @param {keyof Remedies} remedy @param {Remedies} remedies @param {'secondary' | 'quiet'} look @param {string} [words] */
export function remedyButton(remedy, remedies, look, words = message(LABELS[remedy])) {
  return el('button', { type: 'button', class: look, click: remedies[remedy] }, words);
}

/**
 * One thing to do; where that is not asking again, asking again stands behind it for when it was done.
 * @param {import('../../shared/problem.js').Problem} problem @param {Remedies} remedies
 * @param {string} [again] what the button for another try is called
 */
export function problemCard({ title, action, detail, remedy, command }, remedies, again = message('askAgain')) {
  const act = remedy === 'copy-start' ? 'retry' : remedy;
  return el(
    'section',
    { class: 'card problem' },
    el('h3', {}, icon('problem'), title),
    el('p', {}, action),
    command && commandView(command),
    detail && el('details', {}, el('summary', {}, message('details')), el('p', { class: 'detail' }, detail)),
    act && el(
      'div',
      { class: 'acts' },
      remedyButton(act, remedies, 'secondary', act === 'retry' ? again : message(LABELS[act])),
      remedy === 'copy-start' && remedyButton('connect', remedies, 'quiet'),
      act !== 'retry' && remedyButton('retry', remedies, 'quiet', again),
    ),
  );
}
