/** The daemon's problem documents (RFC 9457) as problems, in the person's language where the code is known. */

import { MODEL_COMMAND } from './commands.js';
import { message } from './i18n.js';
import { Problem } from './problem.js';

/** What is said for a code, and what can be done. @type {Map<string, {title: string, action: string, remedy: import('./problem.js').Remedy | null, command?: string}>} */
const KNOWN = new Map([
  ['busy', { title: 'problemBusy', action: 'problemBusyAction', remedy: 'retry' }],
  ['under-way', { title: 'problemBusy', action: 'problemBusyAction', remedy: 'retry' }],
  ['model-missing', { title: 'problemModelMissing', action: 'problemModelMissingAction', remedy: 'retry', command: MODEL_COMMAND }],
  ['engine', { title: 'problemEngine', action: 'problemEngineAction', remedy: 'retry' }],
  ['internal', { title: 'problemInternal', action: 'problemInternalAction', remedy: 'retry' }],
  ['stopping', { title: 'problemStopping', action: 'problemStoppingAction', remedy: 'copy-start' }],
  ['cancelled', { title: 'problemCancelled', action: 'problemCancelledAction', remedy: 'retry' }],
  ['page', { title: 'problemPageForgotten', action: 'problemPageForgottenAction', remedy: 'retry' }],
  ['capture', { title: 'problemCapture', action: 'problemCaptureAction', remedy: 'retry' }],
  ['http-413', { title: 'problemTooLong', action: 'problemTooLongAction', remedy: null }],
  ['forbidden', { title: 'problemForbidden', action: 'problemForbiddenAction', remedy: 'connect' }],
  ['no-store', { title: 'problemNoHistory', action: 'problemNoHistoryAction', remedy: null }],
  ['store_full', { title: 'problemDiskFull', action: 'problemDiskFullAction', remedy: 'retry' }],
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
