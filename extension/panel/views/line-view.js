/** A line of the page, as a button that leads to it. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { lineParts } from '../line-parts.js';
import { lostWord } from '../words.js';

/**
 * @param {object} line
 * @param {string} line.text of the page
 * @param {Pointline.Span[]} line.spans the whole line: one span, or one for each cell
 * @param {Pointline.Span[]} line.quote the quoted parts of it
 * @param {() => Promise<Pointline.PaintState>} line.show scroll to it and paint it
 */
export function lineView({ text, spans, quote, show }) {
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
  async function lead() {
    const state = await show();
    mark(state);
    for (const other of document.querySelectorAll('.line[aria-current]')) other.removeAttribute('aria-current');
    if (state === 'painted') button.setAttribute('aria-current', 'true');
  }
  button.addEventListener('click', () => void lead());
  return { view, mark };
}
