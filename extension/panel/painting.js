/** The lines that stand painted in pages: taken away and laid again at the person's wish, and bound anew when a page was loaded again. */

import { pageHash } from '../shared/page-hash.js';

/**
 * @typedef {object} Lain a line and where it is painted
 * @property {import('./page-tab.js').PageTab} page
 * @property {string} sha256 of the page's text when it was read
 * @property {Pointline.PaintOrder} order
 * @property {(state: Pointline.PaintState) => void} mark
 */

export class Painting {
  /** @type {Lain[]} */ #lines = [];
  /** Whether the person had the paint taken away. */ hidden = false;

  /** Paint a line, and remember it. @param {Lain} line */
  async lay(line) {
    this.#lines.push(line);
    if (!this.hidden) line.mark(await line.page.paint(line.order));
  }

  /** Take all paint away for good: another question is asked. */
  async clear() {
    const pages = new Set(this.#lines.map(({ page }) => page));
    this.#lines = [];
    this.hidden = false;
    await Promise.all([...pages].map((page) => page.clear()));
  }

  /** Take the paint away, or lay it again. @returns {Promise<boolean>} whether it is away now */
  async toggle() {
    this.hidden = !this.hidden;
    if (this.hidden) await Promise.all([...new Set(this.#lines.map(({ page }) => page))].map((page) => page.clear()));
    else for (const { page, order, mark } of this.#lines) mark(await page.paint(order));
    return this.hidden;
  }

  /** A page was loaded: where it has the same text as before, its lines are found again. @param {number} tab */
  async loaded(tab) {
    const lines = this.#lines.filter(({ page }) => page.id === tab);
    const page = lines[0]?.page;
    if (!page) return;
    const capture = await page.capture({ selection: 'none' }).catch(() => null);
    const hash = capture && (await pageHash(capture.page.blocks));
    for (const line of lines) {
      if (!capture || line.sha256 !== hash) continue;
      line.order.capture = capture.id;
      if (!this.hidden) line.mark(await page.paint(line.order));
    }
  }
}
