/** Sites that the person wants left alone: nothing is put into their pages. */

import { api } from './browser.js';

const KEY = 'sitesOff';

/** @returns {Promise<string[]>} host names, in order */
export async function loadSitesOff() {
  const { [KEY]: kept } = await api.storage.local.get(KEY);
  return Array.isArray(kept) ? kept.map(String) : [];
}

/** The host of what a person typed or of a page's address. @param {string | undefined} text @returns {string} nothing where there is none */
export function hostOf(text) {
  const given = (text ?? '').trim();
  return URL.parse(/^[a-z][a-z+.-]*:/i.test(given) && !/^[^/:]+:\d/.test(given) ? given : `http://${given}`)?.hostname ?? '';
}

/** Whether a site, or one that it belongs to, was switched off. @param {string} host @param {string[]} off */
export function isOff(host, off) {
  return off.some((site) => host === site || host.endsWith(`.${site}`));
}

/** @param {string} host @param {boolean} off */
export async function switchSite(host, off) {
  const others = (await loadSitesOff()).filter((site) => site !== host);
  await api.storage.local.set({ [KEY]: off && host ? [...others, host].sort() : others });
}

/** Let a page's site in again, whatever it was switched off by. @param {string} host */
export async function switchOn(host) {
  await api.storage.local.set({ [KEY]: (await loadSitesOff()).filter((site) => !isOff(host, [site])) });
}
