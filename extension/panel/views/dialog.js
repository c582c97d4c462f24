/** The one dialog of the panel: what it holds is made anew each time it opens. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { byId } from '../page-elements.js';

const dialog = byId('dialog', HTMLDialogElement);

/** @param {string} title @param {...(Node | null)} content */
export function openDialog(title, ...content) {
  const close = el('button', { type: 'button', class: 'quiet', 'aria-label': message('close'), title: message('close'), click: closeDialog }, icon('close'));
  const head = el('header', { class: 'dialog-head' }, el('h2', { id: 'dialog-title' }, title), close);
  dialog.replaceChildren(head, ...content.filter((node) => node !== null));
  if (!dialog.open) dialog.showModal();
}

export function closeDialog() {
  dialog.close();
}

/** Give the person a file. @param {string} text @param {string} name @param {string} type */
export function download(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = el('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
