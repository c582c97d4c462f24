/** The rights that the browser gives. Nothing but the daemon's address is asked for when the extension is installed. */

import { api } from './browser.js';

/** The right that the extension is installed with; in Firefox the person may take it back. */
export const DAEMON_HOSTS = { origins: ['http://127.0.0.1/*'] };
/** To read other tabs than the one in which the extension was called; asked for when the person wants them as sources. */
export const ALL_PAGES = { origins: ['<all_urls>'] };

/** Must be the first thing that is done for a click. @param {{origins: string[]}} right @returns {Promise<boolean>} */
export function ask(right) {
  return api.permissions.request(right).catch(() => false);
}

/** @param {{origins: string[]}} right @returns {Promise<boolean>} */
export function has(right) {
  return api.permissions.contains(right);
}

/** @param {{origins: string[]}} right */
export async function giveBack(right) {
  await api.permissions.remove(right).catch(() => false);
}
