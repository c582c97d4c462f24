/** The form that takes the line which the daemon prints when it starts, or an address and a token. */

import { readConnection } from '../../shared/connection.js';
import { message } from '../../shared/i18n.js';
import { el } from '../dom.js';
import { START_COMMAND, commandView } from './problem-card.js';

/**
 * @param {(connection: import('../../shared/connection.js').Connection) => Promise<string | null>} connect try and keep a connection;
 *   gives what is wrong with it, or null
 */
export function connectionForm(connect) {
  const line = el('textarea', { id: 'line', rows: '3', spellcheck: 'false', autocomplete: 'off', placeholder: '{"url": "…", "token": "…"}' });
  const address = el('input', { id: 'address', type: 'text', placeholder: 'http://127.0.0.1:8765', spellcheck: 'false', autocomplete: 'off' });
  const token = el('input', { id: 'token', type: 'password', autocomplete: 'off' });
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  const submit = el('button', { type: 'submit', class: 'primary' }, message('connect'));
  const form = el(
    'form',
    { class: 'card connection' },
    el('h2', {}, message('connectTitle')),
    el('p', {}, message('connectWhy')),
    el('ol', { class: 'steps' },
      el('li', {}, message('connectStart'), commandView(START_COMMAND)),
      el('li', {}, el('label', { for: 'line' }, message('connectPaste')), line),
    ),
    el('details', {},
      el('summary', {}, message('connectByHand')),
      el('label', { for: 'address' }, message('address')), address,
      el('label', { for: 'token' }, message('token')), token,
    ),
    wrong,
    submit,
  );
  line.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = line.value.trim() ? readConnection(line.value) : readConnection(address.value, token.value);
    submit.disabled = true;
    wrong.textContent = given ? '' : message('connectUnreadable');
    if (given) wrong.textContent = (await connect(given)) ?? '';
    submit.disabled = false;
  });
  return { form, focus: () => line.focus() };
}
