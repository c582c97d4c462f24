/** What the person asked for in the page's menu, kept until the panel takes it. */

import { api } from './browser.js';

/**
 * @typedef {object} Job
 * @property {'page' | 'selection' | 'check'} about `check`: look whether what was selected stands in the sources
 */

/** @param {number} tab */
const keyOf = (tab) => `job:${tab}`;

/** @param {number} tab @param {Job} job */
export async function leaveJob(tab, job) {
  await api.storage.session.set({ [keyOf(tab)]: job });
}

/** @param {number} tab @returns {Promise<Job | null>} */
export async function takeJob(tab) {
  const key = keyOf(tab);
  const found = await api.storage.session.get(key);
  await api.storage.session.remove(key);
  return /** @type {Job | undefined} */ (found[key]) ?? null;
}

/** Call back with the tab's id whenever a job is left. @param {(tab: number) => void} listener */
export function onJob(listener) {
  api.storage.session.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (newValue && key.startsWith('job:')) listener(Number(key.slice('job:'.length)));
    }
  });
}

/** Ask the panel beside a tab to take its paint away or to lay it again; where no panel is open nothing happens. @param {number} tab */
export async function tellToggle(tab) {
  await api.runtime.sendMessage({ toggle: tab }).catch(() => {});
}

/** @param {(tab: number) => void} listener */
export function onToggle(listener) {
  api.runtime.onMessage.addListener((told, sender) => {
    if (sender.id === api.runtime.id && typeof told?.toggle === 'number') listener(told.toggle);
  });
}

/** What a page tells of its painted lines. @param {(tab: number, event: Pointline.PageEvent) => void} listener */
export function onPageEvent(listener) {
  api.runtime.onMessage.addListener((told, sender) => {
    if (sender.id === api.runtime.id && sender.tab?.id !== undefined && told?.about === 'page') listener(sender.tab.id, told.event);
  });
}
