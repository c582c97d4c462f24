/** What is kept and what may be read, and how to take it back. */

import { el } from '../panel/dom.js';
import { loadConnection } from '../shared/connection.js';
import { Daemon } from '../shared/daemon.js';
import { message } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { ALL_PAGES, ask, giveBack, has } from '../shared/rights.js';
import { announce, place } from './place.js';

export async function showPrivacy() {
  const given = await has(ALL_PAGES);
  const right = el('button', { type: 'button', class: 'secondary' }, message(given ? 'rightBack' : 'allowPages'));
  right.addEventListener('click', async () => {
    await (given ? giveBack(ALL_PAGES) : ask(ALL_PAGES));
    await showPrivacy();
  });
  const forget = el('button', { type: 'button', class: 'secondary' }, message('forgetAll'));
  let sure = false;
  forget.addEventListener('click', async () => {
    if (sure) return forgetAll(forget);
    sure = true;
    forget.textContent = message('forgetSure');
    forget.classList.add('danger');
  });
  place('privacy').replaceChildren(
    el('ul', { class: 'plain' },
      el('li', {}, message('privacyMachine')),
      el('li', {}, message('privacyHistory')),
      el('li', {}, message('privacyPrivate')),
    ),
    el('div', { class: 'card' }, el('p', {}, message(given ? 'rightGiven' : 'rightNotGiven')), el('div', { class: 'acts' }, right)),
    el('div', { class: 'card' }, el('p', {}, message('historyWhy')), el('div', { class: 'acts' }, forget)),
  );
}

/** @param {HTMLButtonElement} button */
async function forgetAll(button) {
  button.disabled = true;
  try {
    const connection = await loadConnection();
    if (!connection) throw new Problem(message('problemNotConnected'), message('problemNotConnectedAction'));
    const daemon = new Daemon(connection);
    await daemon.greet();
    await daemon.forgetEverything();
    button.textContent = message('historyEmpty');
  } catch (error) {
    button.textContent = error instanceof Problem ? `${error.title} ${error.action}` : message('problemUnknown');
  }
  announce(button.textContent ?? '');
}
