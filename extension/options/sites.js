/** Sites that are left alone. */

import { el, icon } from '../panel/dom.js';
import { message } from '../shared/i18n.js';
import { hostOf, loadSitesOff, switchSite } from '../shared/sites.js';
import { announce, place } from './place.js';

export async function showSites() {
  const form = place('sites');
  const off = await loadSitesOff();
  const field = el('input', { id: 'site', type: 'text', placeholder: 'example.org', spellcheck: 'false', autocomplete: 'off', dir: 'ltr' });
  const rows = off.map((host) => {
    const remove = el('button', { type: 'button', class: 'quiet', title: message('siteOn'), 'aria-label': message('removeThis', host) }, icon('close'));
    remove.addEventListener('click', () => void change(host, false));
    return el('li', {}, el('span', { dir: 'ltr' }, host), remove);
  });
  form.onsubmit = async (event) => {
    event.preventDefault();
    const host = hostOf(field.value);
    if (host) await change(host, true);
  };
  form.replaceChildren(
    off.length ? el('ul', { class: 'rows' }, ...rows) : el('p', { class: 'detail' }, message('sitesNone')),
    el('label', { for: 'site' }, message('siteLabel')),
    el('div', { class: 'one-line' }, field, el('button', { type: 'submit', class: 'secondary' }, message('siteOff'))),
  );
}

/** @param {string} host @param {boolean} off */
async function change(host, off) {
  await switchSite(host, off);
  announce(message('saved'));
  await showSites();
  document.getElementById('site')?.focus();
}
