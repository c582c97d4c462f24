/** A line of the page, as a button that leads to it. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { lineParts } from '../line-parts.js';
import { lostWord } from '../words.js';

/**
 * What else can be done with a line on the page's side.
 * @typedef {object} LineHandle
 * @property {HTMLElement} view
 * @property {(state: Pointline.PaintState) => void} mark say whether the line is at its place
 * @property {(pointed: boolean) => void} point the line is pointed at in the page
 * @property {(shown: boolean) => void} current the line is the one that is shown
 */

/**
 * @param {object} line
 * @param {string} line.text of the page
 * @param {Pointline.Span[]} line.spans the whole line: one span, or one for each cell
 * @param {Pointline.Span[]} line.quote the quoted parts of it
 * @param {() => Promise<Pointline.PaintState>} line.show scroll to it and paint it
 * @param {(pointed: boolean) => void} [line.hover] the line is pointed at here
 * @returns {LineHandle}
 */
export function lineView({ text, spans, quote, show, hover = () => {} }) {
  const parted = spans.length > 1;
  const cells = lineParts(text, spans, quote).map((parts) =>
    el('span', { class: parted ? 'cell' : null }, ...parts.map((part) => (part.quoted ? el('mark', {}, part.text) : part.text))),
  );
  const why = el('span');
  const lost = el('p', { class: 'fact lost', hidden: true }, icon('lost'), why);
  const button = el('button', { type: 'button', class: parted ? 'line row' : 'line', title: message('showOnPage'), dir: 'auto' }, ...cells);
  const view = el('div', { class: 'line-view' }, button, lost);

  /** @param {Pointline.PaintState} state */
  function mark(state) {
    lost.hidden = state === 'painted';
    why.textContent = state === 'painted' ? '' : lostWord(state);
    view.classList.toggle('is-lost', state !== 'painted');
  }
  /** @param {boolean} shown */
  function current(shown) {
    for (const other of document.querySelectorAll('.line[aria-current]')) other.removeAttribute('aria-current');
    if (shown) button.setAttribute('aria-current', 'true');
    if (shown) view.scrollIntoView({ block: 'nearest' });
  }
  async function lead() {
    const state = await show();
    mark(state);
    current(state === 'painted');
  }
  button.addEventListener('click', () => void lead());
  button.addEventListener('mouseenter', () => hover(true));
  button.addEventListener('mouseleave', () => hover(false));
  return { view, mark, current, point: (pointed) => view.classList.toggle('is-pointed', pointed) };
}
