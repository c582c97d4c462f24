/** The entries in the page's menu. */

import { api } from '../shared/browser.js';
import { message } from '../shared/i18n.js';

/** @type {Record<string, import('../shared/job.js').Job>} */
const JOBS = { 'ask-page': { about: 'page' }, 'ask-selection': { about: 'selection' } };

export async function createMenus() {
  await api.contextMenus.removeAll();
  api.contextMenus.create({ id: 'ask-page', title: message('askThisPage'), contexts: ['page', 'link', 'image', 'video'] });
  api.contextMenus.create({ id: 'ask-selection', title: message('askAboutSelection'), contexts: ['selection'] });
}

/** @param {string | number} item */
export function jobOf(item) {
  return JOBS[item] ?? null;
}
