/** The lines of the claims of a conversation: shown as cards, painted in their pages, led to and copied. */

import { claimCard } from './views/claim-card.js';
import { lostWord } from './words.js';

/** @typedef {import('./page-tab.js').PageTab} PageTab */

/** Names are unique within the panel, so that no page knows two lines by one name. */
let lineCount = 0;

export class Lines {
  #own;
  #painting;
  #announce;

  /**
   * @param {PageTab} own the page beside the panel @param {import('./painting.js').Painting} painting
   * @param {(words: string) => void} announce
   */
  constructor(own, painting, announce) {
    this.#own = own;
    this.#painting = painting;
    this.#announce = announce;
  }

  /**
   * @param {import('./views/turn-view.js').PartView} view @param {Pointline.Claim} claim @param {PageTab} asked
   * @param {import('./asking.js').SourceOf} sourceOf
   */
  add(view, claim, asked, sourceOf) {
    const source = sourceOf(claim.page_sha256);
    if (!source) return;
    const { page, capture, sha256 } = source;
    const lines = [claim, ...(claim.more ?? [])];
    const { verdict } = claim.support;
    const orders = lines.map(({ spans, line_spans }) => ({ capture: capture.id, claim: this.#newName(), spans, line_spans, verdict }));
    const card = claimCard(claim, capture.text, page === asked ? '' : capture.page.title, {
      show: (at) => this.show(page, orders[at]),
      caveatText: (caveat) => sourceOf(caveat.page_sha256)?.capture.text ?? '',
      showCaveat: (caveat) => this.#showCaveat(sourceOf(caveat.page_sha256), caveat),
      hover: (at, pointed) => void page.hover(pointed ? orders[at]?.claim ?? null : null),
      copy: () => this.#copy(page, capture, orders.map(({ claim: name }, at) => ({ name, line: lines[at]?.line ?? '' }))),
    });
    view.addClaim(card.view);
    orders.forEach((order, at) => {
      const handle = card.lines[at];
      if (handle) void this.#painting.lay({ page, sha256, order, handle });
    });
  }

  /**
   * Copy lines with their source; the address leads to the line where one can.
   * @param {PageTab} page @param {Pointline.CaptureAnswer} capture @param {{name: string, line: string}[]} lines
   * @returns {Promise<boolean>} whether each address leads to its line
   */
  async #copy(page, { page: { title, url } }, lines) {
    const links = await Promise.all(lines.map(({ name }) => page.deepLink(name)));
    const texts = lines.map(({ line }, at) => `“${line}”\n${title ? `${title}, ` : ''}${links[at] ?? url}`);
    await navigator.clipboard.writeText(texts.join('\n\n'));
    return links.every((link) => link !== null);
  }

  /** Lead to the line of a caveat; it is painted as what it is. @param {import('./asking.js').Read | undefined} source @param {Pointline.Caveat} caveat */
  async #showCaveat(source, { spans }) {
    if (!source) return /** @type {const} */ ('left');
    const { page, capture } = source;
    return this.show(page, { capture: capture.id, claim: `caveat-${page.id}-${spans[0]?.start}`, spans, line_spans: spans, verdict: 'caveated' });
  }

  #newName() {
    return `line-${(lineCount += 1)}`;
  }

  /** @param {PageTab} page @param {Pointline.PaintOrder | undefined} order @returns {Promise<Pointline.PaintState>} */
  async show(page, order) {
    if (!order) return 'left';
    if (page !== this.#own) await page.activate();
    const state = await page.show(order);
    if (state !== 'painted') this.#announce(lostWord(state));
    return state;
  }

  /** @param {PageTab} page @param {Pointline.CaptureAnswer} capture @param {Pointline.Span[]} spans */
  leadTo(page, capture, spans) {
    return this.show(page, { capture: capture.id, claim: `near-${page.id}-${spans[0]?.start}`, spans, line_spans: spans });
  }
}
