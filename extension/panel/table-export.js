/** A table as a file, as the daemon exports its session. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { download } from './views/dialog.js';
import { select } from './work-form.js';

/** The daemon's names of the forms, and of their files. @type {[string, string, string][]} */
const FORMS = [
  ['csv', 'CSV', 'text/csv'],
  ['md', 'Markdown', 'text/markdown'],
  ['html', 'HTML', 'text/html'],
  ['json', 'JSON', 'application/json'],
  ['jsonld', 'JSON-LD', 'application/ld+json'],
];

/**
 * @param {() => {daemon: import('../shared/daemon.js').Daemon, session: string} | null} from null: there is nothing to export
 * @param {(error: unknown) => void} failed
 */
export function exportRow(from, failed) {
  const { choice, view } = select(message('exportAs'), FORMS.map(([form, name]) => [form, name]), () => {});
  const save = el('button', { type: 'button', class: 'secondary', 'aria-label': message('download'), title: message('download') }, icon('export'));
  save.addEventListener('click', async () => {
    const source = from();
    const form = FORMS.find(([name]) => name === choice.value);
    if (!source || !form) return;
    const [name, , type] = form;
    await source.daemon.exported(source.session, name).then((text) => download(text, `pointline-table.${name}`, type), failed);
  });
  return el('div', { class: 'export-row' }, view, save);
}
