/**
 * Paint lines in the page and lead to them. Text that is no longer at its place is looked for in the same block, drawn anew; otherwise it
 * is reported as lost, and nothing that looks like it is painted instead. A classic script, put in after `layers.js` and `refind.js`.
 */
(() => {
  'use strict';

  const world = globalThis.pointline;
  const { placesOf, rangeOf, asWalked, stands, isSeen } = world.places;
  const { layerOf, put, lift, lies } = world.layers;
  const [LINE, SHOWN_LINE, SHOWN_QUOTE, HOVER] = ['pointline-line', 'pointline-shown-line', 'pointline-shown-quote', 'pointline-hover'];

  // The panel puts these scripts in each time it is opened; what was painted before stays known.
  world.painted ??= new Map();
  world.lost ??= new Map();
  world.shown ??= null;
  world.hovered ??= null;
  const { painted, lost } = world;

  /** @param {Pointline.Place[]} places */
  const partsOf = (places) => places.flatMap((place) => place.parts);

  /**
   * Paint a claim's line and the quoted part of it: all of it, or nothing.
   * @param {Pointline.PaintOrder} order @returns {Promise<Pointline.PaintState>}
   */
  async function paint(order) {
    const before = painted.get(order.claim) ?? lost.get(order.claim);
    // Captures are not kept for ever; a claim that was painted remembers its own.
    const capture = world.captures.get(order.capture) ?? (before?.origin.id === order.capture ? before.origin.capture : undefined);
    erase(order.claim);
    if (!capture) return 'left';
    const origin = { id: order.capture, capture };
    if (!order.spans.length) return 'lost';
    world.watch(capture);
    return lay(order, capture, origin) || (await again(order, capture, origin)) ? 'painted' : lose(order, capture, origin);
  }

  /**
   * Paint where a capture has the spans, if they stand there.
   * @param {Pointline.PaintOrder} order @param {Pointline.Capture} capture @param {Pointline.Origin} origin
   */
  function lay(order, capture, origin) {
    const quote = placesOf(capture, order.spans);
    const line = placesOf(capture, order.line_spans);
    const all = [...partsOf(quote), ...partsOf(line)];
    if (!partsOf(quote).length || !stands(capture, all)) return false;
    for (const part of all) part.range = rangeOf(part);
    undye(order.claim);
    painted.set(order.claim, { order, capture, origin, quote, line });
    lost.delete(order.claim);
    dye(order.claim);
    for (const doc of new Set([document, ...all.map(({ node }) => node.ownerDocument)])) world.heed(doc);
    return true;
  }

  /**
   * Look for the same blocks in the page as it is now, and paint there.
   * @param {Pointline.PaintOrder} order @param {Pointline.Capture} capture @param {Pointline.Origin} origin
   */
  async function again(order, capture, origin) {
    const now = await world.newest();
    const spans = world.spansAgain(capture, order.spans, now);
    const lines = world.spansAgain(capture, order.line_spans, now);
    return spans !== null && lines !== null && lay({ ...order, spans, line_spans: lines }, now, origin);
  }

  /** @param {Pointline.PaintOrder} order @param {Pointline.Capture} capture @param {Pointline.Origin} origin @returns {'lost'} */
  function lose(order, capture, origin) {
    erase(order.claim);
    lost.set(order.claim, { order, capture, origin });
    return 'lost';
  }

  /** Put a painted claim's ranges on the layers where they belong now. @param {string} claim */
  function dye(claim) {
    const painting = painted.get(claim);
    if (!painting) return;
    const { order, quote, line } = painting;
    const shown = world.shown === claim;
    undye(claim);
    for (const part of partsOf(line)) {
      put(part, shown ? SHOWN_LINE : LINE);
      if (world.hovered === claim) put(part, HOVER);
    }
    for (const part of partsOf(quote)) {
      put(part, layerOf(order.verdict));
      if (shown) put(part, SHOWN_QUOTE);
    }
  }

  /** Take a claim's paint away. @param {string} claim */
  function erase(claim) {
    undye(claim);
    painted.delete(claim);
    lost.delete(claim);
  }

  /** @param {string} claim */
  function undye(claim) {
    const painting = painted.get(claim);
    if (painting) for (const part of [...partsOf(painting.quote), ...partsOf(painting.line)]) lift(part);
  }

  /** Whether all of a painting stands, lies on its layers and is to be seen. @param {Pointline.Painted} painting */
  function isWhole({ capture, quote, line }) {
    const all = [...partsOf(quote), ...partsOf(line)];
    return stands(capture, all) && all.every((part) => lies(part) && isSeen(part));
  }

  /**
   * Look again whether painted claims stand where they are painted, and whether lost ones are back.
   * @returns {Promise<Pointline.Change[]>} the claims whose state is another now
   */
  async function settle() {
    /** @type {Pointline.Change[]} */
    const changes = [];
    for (const [claim, painting] of [...painted]) {
      const { order, capture, origin } = painting;
      if (isWhole(painting) || (await again(order, capture, origin))) continue;
      if (painted.get(claim)?.order === order) changes.push({ claim, state: lose(order, capture, origin) });
    }
    for (const [claim, { order, capture, origin }] of [...lost]) {
      if (changes.some((change) => change.claim === claim)) continue;
      if (await again(order, capture, origin)) changes.push({ claim, state: 'painted' });
    }
    return changes;
  }

  /** Whether all of a painted claim stands, drawn anew or not. @param {string} claim */
  async function isThere(claim) {
    const painting = painted.get(claim);
    if (!painting) return false;
    const { order, capture, origin } = painting;
    if (isWhole(painting) || (await again(order, capture, origin))) return true;
    lose(order, capture, origin);
    return false;
  }

  /**
   * Scroll to a painted claim and lay it above the others.
   * @param {string} claim @returns {Promise<Pointline.PaintState>}
   */
  async function show(claim) {
    if (!(await isThere(claim))) return 'lost';
    const before = world.shown;
    world.shown = claim;
    if (before && before !== claim) dye(before);
    dye(claim);
    // A selection would lie over the paint; it is held, and can be asked about again.
    if (world.held) document.getSelection()?.removeAllRanges();
    const painting = painted.get(claim);
    const first = partsOf(painting?.quote ?? [])[0];
    if (!painting || !first?.range) return 'lost';
    const range = first.seen ?? first.range;
    world.reveal(range);
    if (range.getClientRects().length) return 'painted';
    // It stands in the DOM, but was hidden since: to the reader it went away. What was walked before does not know.
    world.eye.walked = null;
    world.shown = null;
    return lose(painting.order, painting.capture, painting.origin);
  }

  /** Show no claim above the others any more. */
  function unshow() {
    const before = world.shown;
    world.shown = null;
    if (before) dye(before);
  }

  /** Lay the claim that is pointed at, in the panel or in the page, above those that are not. @param {string | null} claim */
  function hover(claim) {
    const before = world.hovered;
    if (before === claim) return;
    world.hovered = claim;
    if (before) dye(before);
    if (claim) dye(claim);
  }

  /** The painted claims, in the order of the page. */
  function inOrder() {
    const start = (/** @type {string} */ claim) => painted.get(claim)?.order.spans[0]?.start ?? 0;
    return [...painted.keys()].sort((a, b) => start(a) - start(b));
  }

  /** Show the next painted claim, or the one before. @param {1 | -1} step @returns {Promise<string | null>} the claim */
  async function move(step) {
    const claims = inOrder();
    const at = world.shown === null ? -1 : claims.indexOf(world.shown);
    const next = claims[at < 0 ? (step > 0 ? 0 : claims.length - 1) : (at + step + claims.length) % claims.length];
    if (next === undefined) return null;
    return (await show(next)) === 'painted' ? next : null;
  }

  /**
   * Read a claim's paint back: what its ranges, as they lie in the highlights now, hold. Characters that the walk put between pieces of
   * the DOM (line breaks, tabs, `^`, `_`, `/`, spaces between numbers) have no range; they are put in again from the capture.
   * @param {string} claim @returns {{quote: string[], line: string[]} | null} one text per span
   */
  function readBack(claim) {
    const painting = painted.get(claim);
    if (!painting) return null;
    const { capture: { text } } = painting;
    return {
      quote: painting.quote.map((place) => textOf(text, place)),
      line: painting.line.map((place) => textOf(text, place)),
    };
  }

  /** @param {string} text @param {Pointline.Place} place */
  function textOf(text, { span, parts: all }) {
    let read = '';
    let at = span.start;
    for (const part of all) {
      read += text.slice(at, part.at);
      if (lies(part)) read += asWalked(part.range?.toString() ?? '', part.space);
      at = part.at + part.length;
    }
    return read + text.slice(at, span.end);
  }

  /** Take all paint away. */
  function clear() {
    for (const claim of [...painted.keys(), ...lost.keys()]) erase(claim);
    world.shown = null;
    world.hovered = null;
  }

  Object.assign(world, { paint, show, unshow, hover, move, settle, inOrder, erase, readBack, clear });
})();
