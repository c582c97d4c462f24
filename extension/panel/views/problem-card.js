/** A problem, with one thing to do about it. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';

/** As the README has it; run in Pointline's folder. */
export const START_COMMAND = './scripts/run serve';
export const PAIR_COMMAND = './scripts/run pair';

/** @param {string} command */
export function commandView(command) {
  const label = el('span', {}, message('copy'));
  const button = el('button', { type: 'button', class: 'quiet' }, icon('copy'), label);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(command);
    label.textContent = message('copied');
  });
  return el('p', { class: 'command' }, el('code', {}, command), button);
}

/** @typedef {Record<'connect' | 'allow' | 'retry', () => void>} Remedies */

/** @param {keyof Remedies} remedy @param {Remedies} remedies @param {'secondary' | 'quiet'} look */
export function remedyButton(remedy, remedies, look) {
  const labels = { connect: 'pasteNewLine', allow: 'allow', retry: 'askAgain' };
  return el('button', { type: 'button', class: look, click: remedies[remedy] }, message(labels[remedy]));
}

/**
 * The question can be asked again from the card, after what is to be done was done.
 * @param {import('../../shared/problem.js').Problem} problem @param {Remedies} remedies
 */
export function problemCard({ title, action, detail, remedy }, remedies) {
  const start = remedy === 'copy-start';
  const act = start ? 'connect' : remedy;
  return el(
    'section',
    { class: 'card problem', role: 'alert' },
    el('h3', {}, icon('problem'), title),
    el('p', {}, action),
    start && commandView(START_COMMAND),
    detail && el('p', { class: 'detail' }, detail),
    act && el(
      'div',
      { class: 'acts' },
      remedyButton(act, remedies, 'secondary'),
      act !== 'retry' && remedyButton('retry', remedies, 'quiet'),
    ),
  );
}
