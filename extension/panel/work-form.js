/** Parts that the forms of a table and of a check have alike. */

import { message } from '../shared/i18n.js';
import { el } from './dom.js';
import { Sources } from './sources.js';

/** A label with its box. @param {string} id @param {string} label @param {{rows: string, placeholder: string, class?: string}} box */
export function labelled(id, label, { rows, placeholder, class: name = '' }) {
  const area = el('textarea', { id, rows, placeholder, dir: 'auto' });
  return { area, view: el('div', { class: `work-field ${name}` }, el('label', { for: id }, label), area) };
}

/** The choice of further tabs. @param {string} id @param {string} legend */
export function tabChoice(id, legend) {
  const box = el('fieldset', { id, class: 'sources', hidden: true }, el('legend', {}, legend));
  const button = el('button', { type: 'button', class: 'quiet tabs-button', 'aria-expanded': 'false', 'aria-controls': id });
  return { box, button, sources: new Sources(box, button) };
}

/** A choice of one of several. @param {string} label @param {[string, string][]} options @param {() => void} changed */
export function select(label, options, changed) {
  const choice = el('select', { change: changed });
  fillSelect(choice, options);
  return { choice, view: el('label', { class: 'choice-label' }, el('span', {}, label), choice) };
}

/** Give a choice other options; what is chosen stays if it is still there. @param {HTMLSelectElement} choice @param {[string, string][]} options */
export function fillSelect(choice, options) {
  const before = choice.value;
  choice.replaceChildren(...options.map(([value, words]) => el('option', { value }, words)));
  if (options.some(([value]) => value === before)) choice.value = before;
}

/** Stop and start, one of them at a time. @param {string} words */
export function startAndStop(words) {
  return {
    start: el('button', { type: 'submit', class: 'primary' }, words),
    stop: el('button', { type: 'button', class: 'primary stop' }, message('stop')),
  };
}
