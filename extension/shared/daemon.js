/** The daemon, over HTTP on the loopback. Every failure becomes a `Problem` with one action. */

import { START_COMMAND } from './commands.js';
import { fromDocument } from './daemon-problems.js';
import { message } from './i18n.js';
import { Problem } from './problem.js';
import { helloProof, newNonce, same } from './proofs.js';
import { DAEMON_HOSTS, has } from './rights.js';

const PROTOCOL = 1;
/** Id under which the token of a run says hello; that of a pairing has its own. */
export const RUN = 'run';

/** @typedef {{page_id: string, question: string, selection: Pointline.Span | null, max_claims: number, private: boolean, probe: boolean}} Question */

/**
 * What is begun, goes on by itself, and is read as a stream of events: a question, and longer work such as a table.
 * @template Body
 * @typedef {object} Work
 * @property {string} url of the daemon
 * @property {(signal?: AbortSignal) => Promise<void>} greet
 * @property {(body: Body, thread: string | null, key: string) => Promise<Response>} begin
 * @property {(id: string, after: number, signal: AbortSignal) => Promise<Response>} events
 * @property {(id: string) => Promise<void>} cancel
 */

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

  /** @param {AbortSignal} [signal] @returns {Promise<Pointline.Status>} */
  async status(signal) {
    return (await this.#call('GET', '/v1/status', undefined, signal)).json();
  }

  /**
   * @param {Pointline.CapturedPage} page @param {AbortSignal} signal @param {boolean} [secret] from a private window: never written to disk
   * @returns {Promise<Pointline.KeptPage>}
   */
  async keepPage(page, signal, secret = false) {
    return (await this.#call('POST', '/v1/pages', { ...page, private: secret }, signal)).json();
  }

  /** Whether words stand on a page, exactly; no model is used. @param {string} page @param {string} words @param {AbortSignal} signal */
  async stands(page, words, signal) {
    const { quotes } = await (await this.#call('POST', '/v1/verify', { page_id: page, quotes: [words] }, signal)).json();
    return quotes[0]?.status === 'exact';
  }

  /**
   * Put a person's verdict on a cell; what it replaces is kept with it. null takes the last one back.
   * @param {string} cell @param {{verdict: string, why: string} | null} given @returns {Promise<Pointline.JudgedCell>}
   */
  async judge(cell, given) {
    const path = `/v1/cells/${encodeURIComponent(cell)}/verdict`;
    return (await (given ? this.#call('PUT', path, given) : this.#call('DELETE', path))).json();
  }

  /** The sessions that the daemon keeps, newest first. @returns {Promise<Pointline.Session[]>} */
  async sessions() {
    return (await (await this.#call('GET', '/v1/sessions?limit=100')).json()).items;
  }

  /** The questions of a session, newest first. @param {string} session @returns {Promise<Pointline.Kept[]>} */
  async session(session) {
    return (await (await this.#call('GET', `/v1/sessions/${encodeURIComponent(session)}?limit=200`)).json()).items;
  }

  /** The cells of a session, newest first: those of tables, and claims that were checked. @param {string} session @returns {Promise<Pointline.KeptCell[]>} */
  async cells(session) {
    return (await (await this.#call('GET', `/v1/cells?session=${encodeURIComponent(session)}&limit=200`)).json()).items;
  }

  /** A session as the daemon exports it. @param {string} session @param {string} format @returns {Promise<string>} */
  async exported(session, format) {
    return (await this.#call('GET', `/v1/sessions/${encodeURIComponent(session)}/export?format=${format}`)).text();
  }

  /** @param {string} session */
  async forgetSession(session) {
    await this.#call('DELETE', `/v1/sessions/${encodeURIComponent(session)}`);
  }

  /** Forget all that the daemon holds: its history, and the pages in its memory. */
  async forgetEverything() {
    await this.#call('POST', '/v1/forget', { everything: true });
  }

  /**
   * Begin a question; its events are the body of the answer. A thread that the daemon knows no more is begun anew. Sent again with the
   * same `key`, the same question is given again and nothing is asked twice. It goes on without a reader: who leaves cancels it.
   * @param {Question} ask @param {string | null} thread to ask further in @param {string} key
   * @returns {Promise<Response>}
   */
  async begin(ask, thread, key) {
    const kept = { ...ask, keep: true };
    if (!thread) return this.#call('POST', '/v1/asks', kept, undefined, { 'Idempotency-Key': key });
    try {
      return await this.#call('POST', `/v1/threads/${encodeURIComponent(thread)}/asks`, kept, undefined, { 'Idempotency-Key': key });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'thread') throw error;
      return this.begin(ask, null, key);
    }
  }

  /** The events of a question that came after one. @param {string} id @param {number} after @param {AbortSignal} signal */
  async events(id, after, signal) {
    return this.#call('GET', `/v1/asks/${encodeURIComponent(id)}/events`, undefined, signal, { 'Last-Event-ID': String(after) });
  }

  /**
   * Longer work, begun and followed as a question is.
   * @param {string} path where it is begun @param {'tables' | 'checks' | 'rechecks'} kind @returns {Work<Record<string, unknown>>}
   */
  work(path, kind) {
    const at = (/** @type {string} */ id) => `/v1/${kind}/${encodeURIComponent(id)}`;
    return {
      url: this.url,
      greet: (signal) => this.greet(signal),
      begin: (body, _, key) => this.#call('POST', path, { ...body, keep: true }, undefined, { 'Idempotency-Key': key }),
      events: (id, after, signal) => this.#call('GET', `${at(id)}/events`, undefined, signal, { 'Last-Event-ID': String(after) }),
      cancel: async (id) => void (await this.#call('DELETE', at(id), undefined, undefined, {}, true).catch(() => {})),
    };
  }

  /** What longer work has come to. @param {'tables' | 'checks' | 'rechecks'} kind @param {string} id @returns {Promise<{session_id?: string}>} */
  async workState(kind, id) {
    return (await this.#call('GET', `/v1/${kind}/${encodeURIComponent(id)}`)).json();
  }

  /** Items and fields that pages offer for a table. @param {string[]} pages @param {AbortSignal} signal @returns {Promise<{items: string[], fields: string[]}>} */
  async suggestTable(pages, signal) {
    return (await this.#call('POST', '/v1/tables/suggest', { pages }, signal)).json();
  }

  /** Cancel a question; sent even while the panel is closing. @param {string} id */
  async cancel(id) {
    await this.#call('DELETE', `/v1/asks/${encodeURIComponent(id)}`, undefined, undefined, {}, true).catch(() => {});
  }

  /**
   * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @param {Record<string, string>} [more] headers
   * @param {boolean} [keepalive] whether the request outlives the panel
   */
  async #call(method, path, body, signal, more = {}, keepalive = false) {
    const headers = new Headers({ ...more, Authorization: `Bearer ${this.#token}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    /** @type {RequestInit} */
    const request = { method, headers, keepalive };
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
  if (!(await has(DAEMON_HOSTS))) {
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
  return new Problem(message('problemNotRunning', url), message('problemNotRunningAction'), { code: 'not-running', remedy: 'copy-start', command: START_COMMAND });
}

/** The daemon is no longer there, in the middle of an answer. @param {string} url */
export function wentAway(url) {
  return new Problem(message('problemWentAway', url), message('problemWentAwayAction'), { code: 'went-away', remedy: 'copy-start', command: START_COMMAND });
}

/** The answer ended before it was complete, and the daemon knows no more of it. */
export function cutOff() {
  return new Problem(message('problemCutOff'), message('problemCutOffAction'), { code: 'cut-off', remedy: 'retry', command: START_COMMAND });
}

function wrongToken() {
  return new Problem(message('problemToken'), message('problemTokenAction'), { code: 'token', remedy: 'connect' });
}

/** @param {string} url */
export function impostor(url) {
  return new Problem(message('problemImpostor', url), message('problemImpostorAction'), { code: 'impostor', remedy: 'connect' });
}
