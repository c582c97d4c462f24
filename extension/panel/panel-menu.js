/** The menu behind the three points. */

import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { byId } from './page-elements.js';

/** @typedef {'menu-new' | 'menu-toggle' | 'menu-export' | 'menu-history' | 'menu-options'} Entry */

/** @type {[Entry, Parameters<typeof icon>[0], string][]} */
const ENTRIES = [
  ['menu-new', 'fresh', 'newThread'],
  ['menu-toggle', 'marker', 'toggleHighlights'],
  ['menu-export', 'export', 'exportTitle'],
  ['menu-history', 'clock', 'history'],
  ['menu-options', 'gear', 'options'],
];

/** @param {Record<Entry, () => void>} acts */
export function fillMenu(acts) {
  for (const [id, drawing, words] of ENTRIES) {
    const button = byId(id, HTMLButtonElement);
    button.append(icon(drawing), el('span', {}, message(words)));
    button.addEventListener('click', () => {
      byId('menu', HTMLDivElement).hidePopover();
      acts[id]();
    });
  }
}
