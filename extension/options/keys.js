/** The keyboard commands, and where the browser lets them be changed. */

import { el } from '../panel/dom.js';
import { api } from '../shared/browser.js';
import { message } from '../shared/i18n.js';
import { place } from './place.js';

/** What only Firefox has. @typedef {{openShortcutSettings?: () => Promise<void>}} Shortcuts */

export async function showKeys() {
  const commands = await api.commands.getAll();
  const names = new Map([['_execute_action', message('askThisPage')]]);
  const entries = commands.flatMap(({ name = '', description = '', shortcut = '' }) => [
    el('dt', {}, names.get(name) || description || name),
    el('dd', {}, shortcut ? el('kbd', {}, shortcut) : message('keyNone')),
  ]);
  const change = el('button', { type: 'button', class: 'secondary' }, message('keysChange'));
  change.addEventListener('click', () => {
    const { openShortcutSettings } = /** @type {Shortcuts} */ (api.commands);
    if (openShortcutSettings) void openShortcutSettings();
    else void api.tabs.create({ url: 'chrome://extensions/shortcuts' });
  });
  place('keys').replaceChildren(el('dl', { class: 'facts-list' }, ...entries), el('div', { class: 'acts' }, change));
}
