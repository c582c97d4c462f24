/** Pair with the daemon by the code that it shows in its terminal. The code is never sent, and neither is the token that comes of it. */

import { PAIR_COMMAND } from './commands.js';
import { fromDocument } from './daemon-problems.js';
import { impostor, reach, request } from './daemon.js';
import { message } from './i18n.js';
import { Problem } from './problem.js';
import { agree, hex, mac, newNonce, same } from './proofs.js';

/** Take what a person typed for a code. @param {string} text @returns {string | null} its eight digits, or null */
export function readCode(text) {
  const code = text.replace(/[\s-]/g, '');
  return /^\d{8}$/.test(code) ? code : null;
}

/**
 * @param {string} url of the daemon @param {string} code eight digits
 * @param {{origin?: string, label?: string}} [self] this extension's origin, and what the person will know this browser by
 * @returns {Promise<import('./connection.js').Connection>}
 * @throws {Problem} with one action
 */
export async function pair(url, code, { origin = location.origin, label = browserName() } = {}) {
  await reach(url);
  const host = new URL(url).host;
  const nonce = newNonce();
  const begun = await post(url, '/v1/pair', { nonce, label });
  const agreed = await agree({ code, host, origin, nonces: [nonce, String(begun.nonce)], theirs: begun.share });
  if (!agreed) throw impostor(url);
  const proof = hex(await mac(agreed.key, 'extension'));
  const { id, proof: theirs } = await post(url, `/v1/pair/${encodeURIComponent(begun.exchange)}`, { share: agreed.share, proof });
  if (typeof id !== 'string' || !same(hex(await mac(agreed.key, 'daemon', id)), theirs)) throw impostor(url);
  return { url, id, token: base64url(await mac(agreed.key, 'token')) };
}

/** @param {string} url @param {string} path @param {unknown} body @returns {Promise<any>} */
async function post(url, path, body) {
  const response = await request(url, path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401) {
    throw new Problem(message('problemNoWindow'), message('problemNoWindowAction'), { code: 'no-window', remedy: 'connect', command: PAIR_COMMAND });
  }
  throw fromDocument({ status: response.status, ...answer });
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function browserName() {
  const [, name = 'Browser', version = ''] = /(Firefox|Edg|OPR|Chrome)\/(\d+)/.exec(navigator.userAgent) ?? [];
  return `${name} ${version}`.trim();
}
