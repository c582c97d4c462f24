/** Where the daemon is and the token that it takes. Kept in the extension's own storage, out of reach of content scripts. */

import { api } from './browser.js';
import { RUN } from './daemon.js';

/** @typedef {{url: string, token: string, id: string}} Connection `id`: of the pairing, or that of a run's token */

const KEY = 'connection';

/** @returns {Promise<Connection | null>} */
export async function loadConnection() {
  const { [KEY]: kept } = await api.storage.local.get(KEY);
  const connection = /** @type {Connection | undefined} */ (kept);
  return connection ? { ...connection, id: connection.id ?? RUN } : null;
}

/** @param {Connection} connection */
export async function keepConnection(connection) {
  await api.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  await api.storage.local.set({ [KEY]: connection });
}

export async function forgetConnection() {
  await api.storage.local.remove(KEY);
}

/**
 * Read what the person gave: the line that the daemon prints when it starts, or an address and a token.
 * @param {string} first the line, or the address @param {string} [token]
 * @returns {Connection | null} null when it is neither
 */
export function readConnection(first, token = '') {
  const line = lineOf(first);
  const url = addressOf(line ? line.url : first.trim());
  const key = (line ? line.token : token).trim();
  return url && /^[\x21-\x7E]+$/.test(key) ? { url, token: key, id: RUN } : null;
}

/** @param {string} text @returns {{url: string, token: string} | null} */
function lineOf(text) {
  try {
    const { url, token } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    return typeof url === 'string' && typeof token === 'string' ? { url, token } : null;
  } catch {
    return null;
  }
}

/** The daemon listens on the loopback only, and the extension may talk to no other host. @param {string} text */
export function addressOf(text) {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (url?.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(url.hostname)) return null;
  return `http://127.0.0.1:${url.port || '80'}`;
}
