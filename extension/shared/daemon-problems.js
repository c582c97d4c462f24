/** The daemon's problem documents (RFC 9457) as problems, in the person's language where the code is known. */

import { MODEL_COMMAND, PAIR_COMMAND, START_COMMAND } from './commands.js';
import { message } from './i18n.js';
import { Problem } from './problem.js';

/** @typedef {{title: string, action: string, remedy: import('./problem.js').Remedy | null, command?: string}} Said */

const FORGOTTEN = /** @type {Said} */ ({ title: 'problemForgotten', action: 'problemForgottenAction', remedy: 'retry' });
const STORE = /** @type {Said} */ ({ title: 'problemStore', action: 'problemStoreAction', remedy: 'retry' });
const FULL = /** @type {Said} */ ({ title: 'problemDiskFull', action: 'problemDiskFullAction', remedy: 'retry' });
const BUSY = /** @type {Said} */ ({ title: 'problemBusy', action: 'problemBusyAction', remedy: 'retry' });
const TOO_LONG = /** @type {Said} */ ({ title: 'problemTooLong', action: 'problemTooLongAction', remedy: null });
const ADDRESS = /** @type {Said} */ ({ title: 'problemAddress', action: 'problemAddressAction', remedy: null });
/** What the extension sent did not fit: daemon and extension are not of one release. */
const MISFIT = /** @type {Said} */ ({ title: 'problemVersion', action: 'problemVersionAction', remedy: 'retry' });
const NO_WINDOW = /** @type {Said} */ ({ title: 'problemNoWindow', action: 'problemNoWindowAction', remedy: 'connect', command: PAIR_COMMAND });
const PAIR_ENDED = /** @type {Said} */ ({ title: 'problemPairEnded', action: 'problemPairEndedAction', remedy: 'connect', command: PAIR_COMMAND });
const PAIR_CODE = /** @type {Said} */ ({ title: 'problemPairCode', action: 'problemPairCodeAction', remedy: 'connect' });

/** @param {Said} said @param {...string} codes @returns {[string, Said][]} */
const each = (said, ...codes) => codes.map((code) => [code, said]);

/** What is said for a code, and what can be done. */
export const KNOWN = new Map([
  ...each(BUSY, 'busy', 'under-way'),
  ...each({ title: 'problemStreams', action: 'problemStreamsAction', remedy: 'retry' }, 'streams'),
  ...each({ title: 'problemModelMissing', action: 'problemModelMissingAction', remedy: 'retry', command: MODEL_COMMAND }, 'model-missing'),
  ...each({ title: 'problemEngine', action: 'problemEngineAction', remedy: 'retry' }, 'engine'),
  ...each({ title: 'problemInternal', action: 'problemInternalAction', remedy: 'retry' }, 'internal', 'http-500'),
  ...each({ title: 'problemStopping', action: 'problemStoppingAction', remedy: 'copy-start', command: START_COMMAND }, 'stopping'),
  ...each({ title: 'problemCancelled', action: 'problemCancelledAction', remedy: 'retry' }, 'cancelled'),
  ...each({ title: 'problemPageForgotten', action: 'problemPageForgottenAction', remedy: 'retry' }, 'page'),
  ...each({ title: 'problemCapture', action: 'problemCaptureAction', remedy: 'retry' }, 'capture'),
  ...each(TOO_LONG, 'http-413', 'too-large'),
  ...each({ title: 'problemForbidden', action: 'problemForbiddenAction', remedy: 'connect' }, 'forbidden'),
  ...each({ title: 'problemToken', action: 'problemTokenAction', remedy: 'connect' }, 'token'),
  ...each({ title: 'problemNoHistory', action: 'problemNoHistoryAction', remedy: null }, 'no-store'),
  ...each(FULL, 'store_full', 'disk_full'),
  ...each(STORE, 'store_unwritable', 'store_failing', 'store_damaged', 'store_busy', 'store_unreachable', 'store_broken', 'pairings_damaged'),
  ...each(FORGOTTEN, 'ask', 'ask_known', 'table', 'check', 'recheck', 'thread', 'session', 'session_unknown', 'cell', 'forgotten', 'pairing'),
  ...each(
    MISFIT, 'body', 'query', 'json', 'content-type', 'idempotency-key', 'idempotency_key', 'last-event-id', 'no-page', 'cursor', 'forget', 'retention',
    'score', 'site', 'http-400', 'http-404', 'http-405', 'http-411', 'http-415', 'http-431', 'http-501',
  ),
  ...each(
    ADDRESS, 'addresses', 'address', 'credentials', 'private-address', 'robots', 'scheme', 'timeout', 'unreachable', 'cut-off', 'http-status',
    'binary', 'empty', 'no-text', 'pdf-broken', 'pdf-locked',
  ),
  ...each(NO_WINDOW, 'pair-no-window'),
  ...each(PAIR_ENDED, 'pair-expired', 'pair-locked', 'pair-used', 'pair-unknown'),
  ...each(PAIR_CODE, 'pair-wrong-code'),
  ...each({ title: 'problemPairPending', action: 'problemPairPendingAction', remedy: 'connect' }, 'pair-pending'),
]);

/** @param {any} document @returns {Problem} */
export function fromDocument({ type, title, detail, action, status }) {
  const code = String(type ?? '').split(':').pop() || `http-${status ?? ''}`;
  const known = KNOWN.get(code);
  const told = { code, detail: String(detail ?? '') };
  if (known) {
    const { remedy, command = '' } = known;
    return new Problem(message(known.title), message(known.action), { ...told, remedy, command });
  }
  const what = String(title ?? message('problemUnknown'));
  return new Problem(what, String(action ?? message('problemUnknownAction')), { ...told, remedy: 'retry' });
}
