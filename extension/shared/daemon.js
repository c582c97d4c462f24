/** The daemon, over HTTP on the loopback. Every failure becomes a `Problem` with one action. */

import { api } from './browser.js';
import { message } from './i18n.js';
import { Problem } from './problem.js';
import { helloProof, newNonce, same } from './proofs.js';
import { serverEvents } from './server-events.js';

const PROTOCOL = 1;
/** Id under which the token of a run says hello; that of a pairing has its own. */
export const RUN = 'run';
/** The right that the extension is installed with; in Firefox the person may take it back. */
export const DAEMON_HOSTS = { origins: ['http://127.0.0.1/*'] };

export class Daemon {
  /** @param {import('./connection.js').Connection} connection */
  constructor({ url, token, id }) {
    this.url = url;
    this.#token = token;
    this.#id = id;
  }

  /** @type {string} */ #token;
  /** @type {string} */ #id;

  /**
   * Make sure that what listens is the daemon that this browser knows, before anything of the page or the token is sent: it must prove
   * that it knows the connection's secret, for this very address.
   * @param {AbortSignal} [signal]
   */
  async greet(signal) {
    await reach(this.url, signal);
    const nonce = newNonce();
    const response = await this.#fetch('/v1/hello', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: this.#id, nonce }),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw await this.#refusal(response);
    const answer = await response.json().catch(() => null);
    const proof = await helloProof(this.#token, new URL(this.url).host, this.#id, nonce, String(answer?.nonce));
    if (!same(proof, answer?.proof)) throw this.#id === RUN ? wrongToken() : impostor(this.url);
  }

  /** @param {AbortSignal} [signal] @returns {Promise<{model: string, engine: string}>} */
  async status(signal) {
    return (await this.#call('GET', '/v1/status', undefined, signal)).json();
  }

  /** @param {Pointline.CapturedPage} page @param {AbortSignal} signal @returns {Promise<Pointline.KeptPage>} */
  async keepPage(page, signal) {
    return (await this.#call('POST', '/v1/pages', page, signal)).json();
  }

  /**
   * Ask, and give the events of the answer as they come.
   * @param {{page_id: string, question: string, selection: Pointline.Span | null, max_claims: number}} ask
   * @param {AbortSignal} signal aborting it ends the question in the daemon too
   */
  async *ask(ask, signal) {
    const response = await this.#call('POST', '/v1/asks', ask, signal);
    if (!response.body) return;
    try {
      yield* serverEvents(response.body);
    } catch (error) {
      throw signal.aborted ? error : notRunning(this.url);
    }
  }

  /** @param {string} method @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
  async #call(method, path, body, signal) {
    const headers = new Headers({ Authorization: `Bearer ${this.#token}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    /** @type {RequestInit} */
    const request = { method, headers };
    if (body !== undefined) request.body = JSON.stringify(body);
    if (signal) request.signal = signal;
    const response = await this.#fetch(path, request);
    if (!response.ok) throw await this.#refusal(response);
    return response;
  }

  /** @param {string} path @param {RequestInit} init */
  #fetch(path, init) {
    return request(this.url, path, init);
  }

  /** A refusal as a problem: the daemon's own words, save where the panel can do something about it. @param {Response} response */
  async #refusal(response) {
    const document = await response.json().catch(() => ({}));
    if (response.status !== 401) return fromDocument({ status: response.status, ...document });
    return this.#id === RUN ? wrongToken() : new Problem(message('problemUnpaired'), message('problemUnpairedAction'), { code: 'token', remedy: 'connect' });
  }
}

/**
 * Make sure that something that calls itself Pointline, in a version that this one understands, listens at `url`.
 * @param {string} url @param {AbortSignal} [signal]
 */
export async function reach(url, signal) {
  if (!(await api.permissions.contains(DAEMON_HOSTS))) {
    throw new Problem(message('problemDaemonRight'), message('problemDaemonRightAction'), { code: 'daemon-right', remedy: 'allow' });
  }
  const response = await request(url, '/healthz', signal ? { signal } : {});
  const answer = await response.json().catch(() => null);
  if (answer?.name !== 'pointline') {
    throw new Problem(message('problemOther', url), message('problemOtherAction'), { code: 'other', remedy: 'connect' });
  }
  if (answer.protocol !== PROTOCOL) throw new Problem(message('problemVersion'), message('problemVersionAction'), { code: 'version', remedy: 'retry' });
}

/** @param {string} url @param {string} path @param {RequestInit} init */
export async function request(url, path, init) {
  try {
    return await fetch(url + path, { ...init, cache: 'no-store', credentials: 'omit', redirect: 'error' });
  } catch (error) {
    throw init.signal?.aborted ? error : notRunning(url);
  }
}

/** @param {string} url */
function notRunning(url) {
  return new Problem(message('problemNotRunning', url), message('problemNotRunningAction'), { code: 'not-running', remedy: 'copy-start' });
}

function wrongToken() {
  return new Problem(message('problemToken'), message('problemTokenAction'), { code: 'token', remedy: 'connect' });
}

/** @param {string} url */
export function impostor(url) {
  return new Problem(message('problemImpostor', url), message('problemImpostorAction'), { code: 'impostor', remedy: 'connect' });
}

/** A problem document (RFC 9457) as a problem. @param {any} document @returns {Problem} */
export function fromDocument({ type, title, detail, action, status }) {
  const code = String(type ?? '').split(':').pop() || `http-${status ?? ''}`;
  return new Problem(String(title ?? message('problemUnknown')), String(action ?? message('problemUnknownAction')), {
    code,
    detail: String(detail ?? ''),
    remedy: code === 'forbidden' ? 'connect' : 'retry',
  });
}
