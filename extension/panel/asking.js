/** One question from the page to the answer: read, send, listen. No part of the interface is known here. */

import { fromDocument, Daemon } from '../shared/daemon.js';
import { message } from '../shared/i18n.js';
import { pageHash } from '../shared/page-hash.js';
import { Problem } from '../shared/problem.js';
import { standsOnPage } from './line-parts.js';

const MOST_CLAIMS = 3;

/**
 * @typedef {object} Listener
 * @property {(capture: Pointline.CaptureAnswer) => void} captured
 * @property {(progress: {step: string, share: number | null}) => void} progress
 * @property {(claim: Pointline.Claim) => void} claim a claim whose line stands on the page
 * @property {(answer: Pointline.Answer, refused: Pointline.Withheld[]) => void} done
 */

/**
 * Ask about the page and tell the listener what comes. Ends when the answer is complete.
 * @param {object} ask
 * @param {import('./page-tab.js').PageTab} ask.page
 * @param {import('../shared/connection.js').Connection} ask.connection
 * @param {string} ask.question
 * @param {boolean} ask.selection whether it is about what was selected and is held
 * @param {AbortSignal} ask.signal
 * @param {Listener} listener
 * @throws {Problem} with one action, or the signal's reason
 */
export async function askPage({ page, connection, question, selection, signal }, listener) {
  const daemon = new Daemon(connection);
  listener.progress({ step: 'capture', share: null });
  const capture = await page.capture({ selection: selection ? 'held' : 'none' });
  signal.throwIfAborted();
  if (!capture.text) throw noText(capture);
  listener.captured(capture);
  await daemon.greet(signal);
  const kept = await daemon.keepPage(capture.page, signal);
  if (kept.sha256 !== (await pageHash(capture.page.blocks))) {
    throw new Problem(message('problemOtherText'), message('problemOtherTextAction'), { code: 'other-text', remedy: 'retry' });
  }
  const ask = { page_id: kept.page_id, question, selection: capture.selection, max_claims: MOST_CLAIMS };
  await listen(daemon.ask(ask, signal), capture.text, listener);
}

/** @param {AsyncGenerator<import('../shared/server-events.js').ServerEvent>} events @param {string} text @param {Listener} listener */
async function listen(events, text, listener) {
  /** @type {Pointline.Withheld[]} */
  const refused = [];
  for await (const { name, data } of events) {
    if (name === 'progress') listener.progress(data);
    else if (name === 'error') throw fromDocument(data);
    else if (name === 'done') return listener.done(data, refused);
    else if (name === 'claim' && standsOnPage(text, data)) listener.claim(data);
    else if (name === 'claim') refused.push({ ...data, reason: message('withheldNotOnPage') });
  }
  throw new Problem(message('problemCutOff'), message('problemCutOffAction'), { code: 'cut-off', remedy: 'retry' });
}

/** @param {Pointline.CaptureAnswer} capture */
function noText({ type }) {
  return type === 'application/pdf'
    ? new Problem(message('problemPdf'), message('problemPdfAction'), { code: 'pdf' })
    : new Problem(message('problemNoText'), message('problemNoTextAction'), { code: 'no-text', remedy: 'retry' });
}
