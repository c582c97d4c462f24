/** Questions that are asked again and again, as the person has them. Until they are edited they are those of the interface's language. */

import { api } from './browser.js';
import { message } from './i18n.js';

const KEY = 'presets';
/** More would push the answer out of a small panel. */
export const MOST_PRESETS = 12;

/** @returns {string[]} */
export function ownPresets() {
  return [message('presetSummary'), message('presetFigures'), message('presetDates'), message('presetConditions')];
}

/** @returns {Promise<string[]>} */
export async function loadPresets() {
  const { [KEY]: kept } = await api.storage.local.get(KEY);
  return Array.isArray(kept) ? kept.map(String) : ownPresets();
}

/** Keep the questions that were given, each once. @param {string[]} questions */
export async function keepPresets(questions) {
  const given = [...new Set(questions.map((question) => question.trim()).filter(Boolean))].slice(0, MOST_PRESETS);
  await api.storage.local.set({ [KEY]: given });
  return given;
}

/** Go back to those of the interface's language. */
export async function dropPresets() {
  await api.storage.local.remove(KEY);
}

/** @param {() => void} listener */
export function onPresets(listener) {
  api.storage.local.onChanged.addListener((changes) => {
    if (changes[KEY]) listener();
  });
}
