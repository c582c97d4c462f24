/** The form that takes the code of `pointline pair`, the line which the daemon prints when it starts, or an address and a token. */

import { addressOf, readConnection } from '../../shared/connection.js';
import { PAIR_COMMAND, START_COMMAND } from '../../shared/commands.js';
import { message } from '../../shared/i18n.js';
import { readCode } from '../../shared/pairing.js';
import { el } from '../dom.js';
import { commandView } from './problem-card.js';

const DEFAULT_ADDRESS = 'http://127.0.0.1:8765';

/**
 * Each of the two tries, keeps what came of it, and gives what is wrong with it, or null.
 * @param {(connection: import('../../shared/connection.js').Connection) => Promise<string | null>} connect
 * @param {(url: string, code: string) => Promise<string | null>} pairUp
 */
export function connectionForm(connect, pairUp) {
  const code = el('input', { id: 'code', type: 'text', dir: 'ltr', inputmode: 'numeric', placeholder: '0000 0000', spellcheck: 'false', autocomplete: 'off' });
  const line = el('textarea', { id: 'line', rows: '3', dir: 'ltr', spellcheck: 'false', autocomplete: 'off', placeholder: '{"url": "…", "token": "…"}' });
  const address = el('input', { id: 'address', type: 'text', dir: 'ltr', placeholder: 'http://127.0.0.1:8765', spellcheck: 'false', autocomplete: 'off' });
  const token = el('input', { id: 'token', type: 'password', dir: 'ltr', autocomplete: 'off' });
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  const submit = el('button', { type: 'submit', class: 'primary' }, message('connect'));
  const form = el(
    'form',
    { class: 'card connection' },
    el('h2', {}, message('connectTitle')),
    el('p', {}, message('connectWhy')),
    el('ol', { class: 'steps' },
      el('li', {}, message('connectStart'), commandView(START_COMMAND)),
      el('li', {}, message('connectPair'), commandView(PAIR_COMMAND), el('label', { for: 'code' }, message('connectCode')), code),
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
    // Whoever puts the line into the first field that is there means the line.
    const pasted = line.value.trim() || (code.value.includes('{') ? code.value.trim() : '');
    if (code.value.trim() && !pasted) return void byCode();
    const given = pasted ? readConnection(pasted) : readConnection(address.value, token.value);
    submit.disabled = true;
    wrong.textContent = given ? '' : message('connectUnreadable');
    if (given) wrong.textContent = (await connect(given)) ?? '';
    submit.disabled = false;
  });
  /** The address is asked for only where it is not the usual one. */
  async function byCode() {
    const digits = readCode(code.value);
    const url = addressOf(address.value.trim() || DEFAULT_ADDRESS);
    submit.disabled = true;
    wrong.textContent = digits && url ? '' : message('connectCodeUnreadable');
    if (digits && url) wrong.textContent = (await pairUp(url, digits)) ?? '';
    submit.disabled = false;
  }
  return { form, focus: () => code.focus() };
}
