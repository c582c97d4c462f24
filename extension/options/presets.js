/** The person's own questions. */

import { el, icon } from '../panel/dom.js';
import { message, number } from '../shared/i18n.js';
import { MOST_PRESETS, dropPresets, keepPresets, loadPresets } from '../shared/presets.js';
import { announce, place } from './place.js';

export async function showPresets() {
  const form = place('presets');
  const rows = el('ol', { class: 'rows' });
  const add = el('button', { type: 'button', class: 'secondary' }, message('presetAdd'));
  const save = el('button', { type: 'submit', class: 'primary' }, message('save'));
  const back = el('button', { type: 'button', class: 'quiet' }, message('presetsBack'));

  const count = () => {
    add.disabled = rows.childElementCount >= MOST_PRESETS;
  };
  /** @param {string} question */
  const addRow = (question) => {
    const label = message('presetLabel', number(rows.childElementCount + 1));
    const field = el('input', { type: 'text', value: question, maxlength: '1000', dir: 'auto', 'aria-label': label });
    const remove = el('button', { type: 'button', class: 'quiet', title: message('remove'), 'aria-label': message('removeThis', question || label) }, icon('close'));
    const row = el('li', {}, field, remove);
    remove.addEventListener('click', () => {
      const near = /** @type {HTMLElement | null} */ ((row.nextElementSibling ?? row.previousElementSibling)?.querySelector('input') ?? null);
      row.remove();
      count();
      (near ?? add).focus();
    });
    rows.append(row);
    count();
    return field;
  };
  add.addEventListener('click', () => addRow('').focus());
  back.addEventListener('click', async () => {
    await dropPresets();
    announce(message('saved'));
    await showPresets();
  });
  form.onsubmit = async (event) => {
    event.preventDefault();
    await keepPresets([...rows.querySelectorAll('input')].map((field) => field.value));
    save.textContent = message('saved');
    announce(message('saved'));
    setTimeout(() => void (save.textContent = message('save')), 1600);
  };
  for (const question of await loadPresets()) addRow(question);
  form.replaceChildren(rows, el('div', { class: 'acts' }, add, save, back));
}
