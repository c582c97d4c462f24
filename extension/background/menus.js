/** The entries in the page's menu. */

import { api } from '../shared/browser.js';
import { message } from '../shared/i18n.js';

/** @type {Record<string, import('../shared/job.js').Job>} */
const JOBS = { 'ask-page': { about: 'page' }, 'ask-selection': { about: 'selection' }, 'check-selection': { about: 'check' } };

export async function createMenus() {
  await api.contextMenus.removeAll();
  // Each is a place of its own: in a page that can be edited there is no `page`.
  api.contextMenus.create({ id: 'ask-page', title: message('askThisPage'), contexts: ['page', 'frame', 'link', 'image', 'video', 'audio', 'editable'] });
  api.contextMenus.create({ id: 'ask-selection', title: message('askAboutSelection'), contexts: ['selection'] });
  api.contextMenus.create({ id: 'check-selection', title: message('checkSelection'), contexts: ['selection'] });
}

/** @param {string | number} item */
export function jobOf(item) {
  return JOBS[item] ?? null;
}
