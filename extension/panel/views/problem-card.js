/** A problem, with one thing to do about it. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';

export const START_COMMAND = 'pointline serve';

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

/**
 * @param {import('../../shared/problem.js').Problem} problem
 * @param {Record<'connect' | 'allow' | 'retry', () => void>} remedies
 */
export function problemCard({ title, action, detail, remedy }, remedies) {
  const start = remedy === 'copy-start';
  const act = start ? 'connect' : remedy;
  const labels = { connect: 'pasteNewLine', allow: 'allow', retry: 'askAgain' };
  return el(
    'section',
    { class: 'card problem', role: 'alert' },
    el('h3', {}, icon('problem'), title),
    el('p', {}, action),
    start && commandView(START_COMMAND),
    detail && el('p', { class: 'detail' }, detail),
    act && el('button', { type: 'button', class: 'secondary', click: remedies[act] }, message(labels[act])),
  );
}
