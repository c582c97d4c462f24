/** The lines that stand painted in pages: taken away and laid again at the person's wish, and bound anew when a page was loaded again. */

import { pageHash } from '../shared/page-hash.js';

/**
 * @typedef {object} Lain a line and where it is painted
 * @property {import('./page-tab.js').PageTab} page
 * @property {string} sha256 of the page's text when it was read
 * @property {Pointline.PaintOrder} order
 * @property {import('./views/line-view.js').LineHandle} handle
 */

export class Painting {
  /** @type {Lain[]} */ #lines = [];
  /** Whether the person had the paint taken away. */ hidden = false;

  /** Paint a line, and remember it. @param {Lain} line */
  async lay(line) {
    this.#lines.push(line);
    if (!this.hidden) line.handle.mark(await line.page.paint(line.order));
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
    else for (const { page, order, handle } of this.#lines) handle.mark(await page.paint(order));
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
      if (!this.hidden) line.handle.mark(await page.paint(line.order));
    }
  }

  /** What was done with a line in the page, or what became of it there. @param {number} tab @param {Pointline.PageEvent} event */
  heard(tab, event) {
    const here = this.#lines.filter(({ page }) => page.id === tab);
    if (event.kind === 'hover') for (const { order, handle } of here) handle.point(order.claim === event.claim);
    else if (event.kind === 'back') here[0]?.handle.current(false);
    else {
      const handle = here.find(({ order }) => order.claim === event.claim)?.handle;
      if (event.kind === 'state') handle?.mark(event.state);
      else handle?.current(true);
    }
  }
}
