/** A table as a file, as the daemon exports its session. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { download } from './views/dialog.js';
import { select } from './work-form.js';
import { asProblem } from './work-pages.js';

/** The daemon's names of the forms, and of their files. @type {[string, string, string][]} */
const FORMS = [
  ['csv', 'CSV', 'text/csv'],
  ['md', 'Markdown', 'text/markdown'],
  ['html', 'HTML', 'text/html'],
  ['json', 'JSON', 'application/json'],
  ['jsonld', 'JSON-LD', 'application/ld+json'],
];

/**
 * @param {() => Promise<{daemon: import('../shared/daemon.js').Daemon, session: string} | null>} from null: nothing is kept that could be exported
 * @param {(words: string) => void} announce
 */
export function exportRow(from, announce) {
  const said = el('p', { class: 'export-said' });
  /** @param {string} words */
  const say = (words) => {
    said.textContent = words;
    if (words) announce(words);
  };
  const { choice, view } = select(message('exportAs'), FORMS.map(([form, name]) => [form, name]), () => {});
  const save = el('button', { type: 'button', class: 'secondary', 'aria-label': message('download'), title: message('download') }, icon('export'));
  save.addEventListener('click', async () => {
    say('');
    const form = FORMS.find(([name]) => name === choice.value);
    const source = await from();
    if (!form) return;
    if (!source) return say(message('exportNotKept'));
    const [name, , type] = form;
    try {
      await source.daemon.greet();
      download(await source.daemon.exported(source.session, name), `pointline-table.${name}`, type);
    } catch (error) {
      const { title, action } = asProblem(error);
      say(`${title} ${action}`);
    }
  });
  return el('div', { class: 'export-row' }, view, save, said);
}
