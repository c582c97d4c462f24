/** One question from the page to the answer: read, send, listen. No part of the interface is known here. */

import { answerEvents } from '../shared/answer-events.js';
import { Daemon } from '../shared/daemon.js';
import { fromDocument } from '../shared/daemon-problems.js';
import { message } from '../shared/i18n.js';
import { pageHash } from '../shared/page-hash.js';
import { patiently } from '../shared/patience.js';
import { Problem } from '../shared/problem.js';
import { claimStands, standing } from './line-parts.js';

const MOST_CLAIMS = 3;

/**
 * A page that was read in this conversation.
 * @typedef {object} Read
 * @property {import('./page-tab.js').PageTab} page
 * @property {Pointline.CaptureAnswer} capture
 * @property {string} sha256
 */

/** The page that was read with this SHA-256; the one that is asked where none is named. @typedef {(sha256: string | undefined) => Read | undefined} SourceOf */

/**
 * @typedef {object} Listener
 * @property {(capture: Pointline.CaptureAnswer) => void} captured
 * @property {(progress: Pointline.Progress) => void} progress
 * @property {(claim: Pointline.Claim, sourceOf: SourceOf) => void} claim a claim whose lines stand on their page
 * @property {(answer: Pointline.Answer, refused: Pointline.Withheld[]) => void} done
 */

/**
 * Ask about the page and tell the listener what comes. Ends when the answer is complete.
 * @param {object} ask
 * @param {import('./page-tab.js').PageTab} ask.page
 * @param {import('../shared/connection.js').Connection} ask.connection
 * @param {string} ask.question
 * @param {boolean} ask.selection whether it is about what was selected and is held
 * @param {string | null} ask.thread in which it is a further question
 * @param {boolean} ask.probe ask as put, as a believer and as a sceptic would, and compare
 * @param {Map<string, Read>} ask.known the pages of the thread: a further question may be answered by lines of any of them
 * @param {AbortSignal} ask.signal
 * @param {Listener} listener
 * @throws {Problem} with one action, or the signal's reason
 */
export async function askPage({ page, connection, question, selection, thread, probe, known, signal }, listener) {
  const daemon = new Daemon(connection);
  listener.progress({ step: 'capture', share: null });
  const capture = await read(page, selection, signal);
  listener.captured(capture);
  await patiently(daemon.greet(signal), () => listener.progress({ step: 'load', share: null }));
  const secret = await page.isPrivate();
  const kept = await send(daemon, capture, secret, signal);
  const own = { page, capture, sha256: kept.sha256 };
  known.set(kept.sha256, own);
  const ask = { page_id: kept.page_id, question, selection: capture.selection, max_claims: MOST_CLAIMS, private: secret, probe };
  const broken = () => listener.progress({ step: 'reconnect', share: null });
  await listen(answerEvents(daemon, ask, thread, signal, broken), (sha256) => (sha256 ? known.get(sha256) : own), listener);
}

/** Read the page in a tab. @param {import('./page-tab.js').PageTab} page @param {boolean} selection @param {AbortSignal} signal */
export async function read(page, selection, signal) {
  const capture = await page.capture({ selection: selection ? 'held' : 'none' });
  signal.throwIfAborted();
  if (!capture.text) throw noText(capture);
  return capture;
}

/**
 * Send a page to the daemon, and see that what it holds is what was read.
 * @param {Daemon} daemon @param {Pointline.CaptureAnswer} capture @param {boolean} secret @param {AbortSignal} signal
 */
export async function send(daemon, { page }, secret, signal) {
  const kept = await daemon.keepPage(page, signal, secret);
  if (kept.sha256 === (await pageHash(page.blocks))) return kept;
  throw new Problem(message('problemOtherText'), message('problemOtherTextAction'), { code: 'other-text', remedy: 'retry' });
}

/** @param {AsyncGenerator<import('../shared/server-events.js').ServerEvent>} events @param {SourceOf} sourceOf @param {Listener} listener */
async function listen(events, sourceOf, listener) {
  /** @type {Pointline.Withheld[]} */
  const refused = [];
  for await (const { name, data } of events) {
    if (name === 'progress') listener.progress(data);
    else if (name === 'error') throw fromDocument(data);
    else if (name === 'done') return listener.done(data, refused);
    else if (name === 'claim' && claimStands(sourceOf(data.page_sha256)?.capture.text ?? '', data)) {
      listener.claim({ ...data, caveats: standing(sourceOf, data.caveats ?? []) }, sourceOf);
    } else if (name === 'claim') refused.push({ ...data, reason: message('withheldNotOnPage') });
  }
}

/** @param {Pointline.CaptureAnswer} capture */
function noText({ type }) {
  return type === 'application/pdf'
    ? new Problem(message('problemPdf'), message('problemPdfAction'), { code: 'pdf' })
    : new Problem(message('problemNoText'), message('problemNoTextAction'), { code: 'no-text', remedy: 'retry' });
}
