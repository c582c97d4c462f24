/** Take a conversation along: copied or as a file. */

import { message } from '../../shared/i18n.js';
import { el } from '../dom.js';
import { MEDIA_TYPES, exported } from '../exporting.js';
import { announce } from '../page-elements.js';
import { download, openDialog } from './dialog.js';

const FORMS = /** @type {const} */ ([['md', 'Markdown'], ['csv', 'CSV'], ['json', 'JSON']]);

/** @param {import('../records.js').Asked[]} records */
export function openExport(records) {
  if (!records.some(({ parts }) => parts.length)) return openDialog(message('exportTitle'), el('p', {}, message('exportNothing')));
  const choices = FORMS.map(([form, name], at) => {
    const radio = el('input', { type: 'radio', name: 'form', value: form, checked: at === 0 });
    return el('label', { class: 'choice' }, radio, name);
  });
  const said = el('p', { class: 'detail' });
  const chosen = () => FORMS.find((_, at) => choices[at]?.querySelector('input')?.checked)?.[0] ?? 'md';
  const copy = el('button', { type: 'button', class: 'secondary' }, message('copy'));
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(exported(records, chosen()));
    said.textContent = message('copied');
    announce(message('copied'));
  });
  const save = el('button', { type: 'button', class: 'secondary' }, message('download'));
  save.addEventListener('click', () => download(exported(records, chosen()), `pointline.${chosen()}`, MEDIA_TYPES[chosen()]));
  openDialog(
    message('exportTitle'),
    el('fieldset', { class: 'choices' }, el('legend', { class: 'unseen' }, message('exportForm')), ...choices),
    el('div', { class: 'acts' }, copy, save),
    said,
  );
}
