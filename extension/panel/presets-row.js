/** The person's own questions, one click each, and the way to change them. */

import { api } from '../shared/browser.js';
import { message } from '../shared/i18n.js';
import { loadPresets, onPresets } from '../shared/presets.js';
import { el, icon } from './dom.js';
import { byId } from './page-elements.js';

const row = byId('presets', HTMLUListElement);

/** @param {(question: string) => void} ask */
export function showPresets(ask) {
  const show = async () => {
    const presets = await loadPresets();
    const edit = el('button', { type: 'button', class: 'quiet preset-edit', title: message('editPresets'), 'aria-label': message('editPresets') }, icon('edit'));
    edit.addEventListener('click', () => void api.runtime.openOptionsPage());
    const buttons = presets.map((question) => el('button', { type: 'button', class: 'preset', dir: 'auto', click: () => ask(question) }, question));
    row.replaceChildren(...[...buttons, edit].map((button) => el('li', {}, button)));
  };
  onPresets(() => void show());
  void show();
}
