/**
 * The events of a question, from its beginning to its last one. Where the stream breaks off and the daemon is still there, it is taken up
 * again after the last event that came: nothing is lost, nothing comes twice.
 */

import { cutOff, wentAway } from './daemon.js';
import { Problem } from './problem.js';
import { serverEvents } from './server-events.js';

/** Where the answer names what was begun. */
const ID_HEADERS = ['X-Ask-Id', 'X-Table-Id', 'X-Check-Id', 'X-Recheck-Id'];
/** The daemon was started anew, or forgot what was begun. */
const FORGOTTEN = new Set(['ask', 'table', 'check', 'recheck', 'http-404']);

/** Milliseconds before each try to take a stream up again; what comes in between begins the count anew. */
const WAITS = [150, 500, 1000, 2000, 3000];
/** Refusals that pass of themselves: as many streams are read as may be, the same question is being sent already. */
const PASSING = new Set(['streams', 'under-way']);

/** @typedef {import('./server-events.js').ServerEvent} ServerEvent */

/**
 * Ask, and give what comes. Aborting the signal ends the question in the daemon too.
 * @template Body
 * @param {import('./daemon.js').Work<Body>} daemon that has been greeted
 * @param {Body} ask @param {string | null} thread to ask further in
 * @param {AbortSignal} signal @param {() => void} broken the stream broke off and is taken up again
 * @returns {AsyncGenerator<ServerEvent>}
 * @throws {Problem} with one action, or the signal's reason
 */
export async function* answerEvents(daemon, ask, thread, signal, broken) {
  const key = crypto.randomUUID();
  let { id, body } = await begun(daemon, ask, thread, key, signal);
  let seen = 0;
  let tries = 0;
  // At once, and not when somebody next waits here: the panel may be closing.
  const cancel = () => void daemon.cancel(id);
  signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      for await (const event of untilBroken(body, signal)) {
        // Without a number nothing can be told apart; what has one comes in order.
        if (event.id && event.id <= seen) continue;
        seen = Math.max(seen, event.id);
        tries = 0;
        yield event;
        if (event.name === 'done' || event.name === 'error') return;
      }
      broken();
      body = null;
      while (!body) {
        await pause(WAITS[tries], signal);
        tries += 1;
        body = await takenUp(daemon, id, seen, signal, tries < WAITS.length);
      }
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Send the question. It is not called back when the signal aborts, because only its answer says what to cancel. Where no answer comes, it
 * is sent once more: with the same key it is the same question.
 * @template Body
 * @param {import('./daemon.js').Work<Body>} daemon @param {Body} ask @param {string | null} thread @param {string} key
 * @param {AbortSignal} signal
 */
async function begun(daemon, ask, thread, key, signal) {
  const sent = daemon.begin(ask, thread, key).catch(async (error) => {
    if (signal.aborted || !(error instanceof Problem) || error.code !== 'not-running') throw error;
    await daemon.greet(signal);
    return daemon.begin(ask, thread, key);
  });
  const response = await orAborted(sent, signal, (late) => {
    void daemon.cancel(idOf(late));
    void late.body?.cancel();
  });
  return { id: idOf(response), body: response.body };
}

/** @param {Response} response */
const idOf = ({ headers }) => ID_HEADERS.map((name) => headers.get(name)).find(Boolean) ?? '';

/**
 * @template T
 * @param {Promise<T>} promise @param {AbortSignal} signal @param {(late: T) => void} undo what came although it was not waited for any more
 * @returns {Promise<T>}
 */
function orAborted(promise, signal, undo) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then((value) => (signal.aborted ? undo(value) : resolve(value)), reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** The events of a body, as long as they come. @param {ReadableStream<Uint8Array> | null} body @param {AbortSignal} signal */
async function* untilBroken(body, signal) {
  if (!body) return;
  try {
    yield* serverEvents(body, signal);
  } catch (error) {
    if (signal.aborted || error instanceof Problem) throw error;
  }
  signal.throwIfAborted();
}

/**
 * The stream after the last event that came; null where it is worth another try. What listens now has to prove again that it is the daemon.
 * @param {import('./daemon.js').Work<any>} daemon @param {string} id @param {number} seen @param {AbortSignal} signal @param {boolean} again
 */
async function takenUp(daemon, id, seen, signal, again) {
  try {
    await daemon.greet(signal);
    return (await daemon.events(id, seen, signal)).body;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The daemon was started anew, or forgot the question: what came of it is not to be had any more.
    if (FORGOTTEN.has(error.code)) throw cutOff();
    if (again && (error.code === 'not-running' || PASSING.has(error.code))) return null;
    throw error.code === 'not-running' ? wentAway(daemon.url) : error;
  }
}

/** @param {number | undefined} milliseconds none: no try is left @param {AbortSignal} signal @returns {Promise<void>} */
function pause(milliseconds, signal) {
  if (milliseconds === undefined) throw cutOff();
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
