/**
 * Paint lines in the page: spans of a capture become ranges by lookup, never by search, and ranges become CSS highlights, which change
 * nothing in the DOM. Text that is no longer at its place is reported as lost; nothing that looks like it is painted instead. A classic
 * script, injected after `walker.js`, `capture.js` and `reveal.js`.
 */
(() => {
  'use strict';

  /** Later ones lie above earlier ones. */
  const LAYERS = /** @type {const} */ (['pointline-line', 'pointline-quote', 'pointline-shown-line', 'pointline-shown-quote']);
  // No text colour is set, and the marker lets the page's own background through, so that dark pages stay readable.
  const STYLE = `
    ::highlight(pointline-line) { background-color: rgb(255 208 0 / .16); }
    ::highlight(pointline-quote) { background-color: rgb(255 208 0 / .14); }
    ::highlight(pointline-shown-line) { background-color: rgb(255 204 0 / .30); }
    ::highlight(pointline-shown-quote) {
      background-color: rgb(255 196 0 / .26);
      text-decoration: underline 2px rgb(214 140 0);
    }
    @media (forced-colors: active) {
      ::highlight(pointline-line), ::highlight(pointline-quote) { text-decoration: underline 2px Highlight; }
      ::highlight(pointline-shown-line), ::highlight(pointline-shown-quote) { background-color: Highlight; color: HighlightText; }
    }`;

  // The panel injects these scripts each time it is opened; what was painted before stays known.
  const world = globalThis.pointline;
  world.painted ??= new Map();
  world.styled ??= new WeakSet();
  world.shown ??= null;
  const { painted, styled } = world;

  /** The runs that hold any character of a span, cut to it. @param {Pointline.Capture} capture @param {Pointline.Span} span */
  function pieces({ runs }, { start, end }) {
    let [low, high] = [0, runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const run = runs[middle];
      if (run && run.at + run.length <= start) low = middle + 1;
      else high = middle;
    }
    /** @type {Pointline.Run[]} */
    const found = [];
    for (let run = runs[low]; run && run.at < end; run = runs[(low += 1)]) {
      const cut = Math.max(start - run.at, 0);
      const length = Math.min(run.length, end - run.at) - cut;
      found.push({ ...run, at: run.at + cut, from: run.from + cut, length });
    }
    return found;
  }

  /**
   * The parts of a span that stand in the DOM, in order. Pieces of one text node with nothing but collapsed white space between them are
   * one part.
   * @param {Pointline.Capture} capture @param {Pointline.Span} span @returns {Pointline.Part[]}
   */
  function parts(capture, span) {
    /** @type {Pointline.Part[]} */
    const found = [];
    for (const { node, at, from, length, space } of pieces(capture, span)) {
      const last = found.at(-1);
      if (last && last.node === node && last.at + last.length === at) {
        last.to = from + length;
        last.length += length;
      } else {
        found.push({ node, at, from, to: from + length, length, space, range: null });
      }
    }
    return found;
  }

  /** @param {Pointline.Part} part */
  function rangeOf({ node, from, to }) {
    const range = node.ownerDocument.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range;
  }

  /** The text of a part as the walk would read it from the DOM now. @param {string} data @param {Pointline.SpaceMode} space */
  function asWalked(data, space) {
    const whole = data.toWellFormed().replaceAll('\0', '');
    if (space === 'preserve') return whole.replace(/\r\n?/g, '\n');
    return whole.replace(/[ \t\n\r\f]+/g, (gap) => (space === 'breaks' && gap.includes('\n') ? gap.replace(/[^\n]/g, '') : ' '));
  }

  /** Whether every character of a span still stands where it was read. @param {Pointline.Capture} capture @param {Pointline.Part[]} all */
  function stands({ text }, all) {
    return all.every(({ node, at, from, to, length, space }) => {
      return node.isConnected && asWalked(node.data.slice(from, to), space) === text.slice(at, at + length);
    });
  }

  /**
   * Paint a claim's line and the quoted part of it. Paints nothing unless all of it still stands where it was read.
   * @param {Pointline.PaintOrder} order @returns {Pointline.PaintState}
   */
  function paint({ capture: id, claim, spans, line_spans }) {
    erase(claim);
    const capture = world.captures.get(id);
    if (!capture) return 'left';
    const quote = spans.map((span) => ({ span, parts: parts(capture, span) }));
    const line = line_spans.map((span) => ({ span, parts: parts(capture, span) }));
    const all = [...quote, ...line].flatMap((place) => place.parts);
    if (quote.length === 0 || !all.length || !stands(capture, all)) return 'lost';
    for (const part of all) part.range = rangeOf(part);
    painted.set(claim, { capture, quote, line });
    lay(claim, false);
    return 'painted';
  }

  /** Put a painted claim's ranges on their layers. @param {string} claim @param {boolean} above whether it is the one being shown */
  function lay(claim, above) {
    const { quote, line } = painted.get(claim) ?? { quote: [], line: [] };
    const [lineLayer, quoteLayer] = above ? [LAYERS[2], LAYERS[3]] : [LAYERS[0], LAYERS[1]];
    for (const part of line.flatMap((place) => place.parts)) put(part, lineLayer);
    for (const part of quote.flatMap((place) => place.parts)) put(part, quoteLayer);
  }

  /** @param {Pointline.Part} part @param {string} layer */
  function put({ node, range }, layer) {
    const view = node.ownerDocument.defaultView;
    if (!range || !view) return;
    for (const root of new Set([node.getRootNode(), node.ownerDocument])) dress(/** @type {Document | ShadowRoot} */ (root));
    let highlight = view.CSS.highlights.get(layer);
    if (!highlight) {
      highlight = new view.Highlight();
      highlight.priority = LAYERS.findIndex((name) => name === layer);
      view.CSS.highlights.set(layer, highlight);
    }
    highlight.add(range);
  }

  /** Let a document or shadow root know the style (in Firefox a document's highlight rules do not reach into shadow roots). @param {Document | ShadowRoot} root */
  function dress(root) {
    if (styled.has(root)) return;
    styled.add(root);
    const view = (root.ownerDocument ?? /** @type {Document} */ (root)).defaultView;
    try {
      const sheet = new /** @type {any} */ (view).CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    } catch {
      const style = document.createElement('style');
      style.textContent = STYLE;
      (root.nodeType === Node.DOCUMENT_NODE ? /** @type {Document} */ (root).documentElement : root).append(style);
    }
  }

  /** @param {Pointline.Painted} painting @param {(part: Pointline.Part, highlights: HighlightRegistry) => void} act */
  function each({ quote, line }, act) {
    for (const part of [...quote, ...line].flatMap((place) => place.parts)) {
      const highlights = part.node.ownerDocument.defaultView?.CSS.highlights;
      if (highlights) act(part, highlights);
    }
  }

  /** Take a claim's paint away. @param {string} claim */
  function erase(claim) {
    lift(claim);
    painted.delete(claim);
  }

  /** @param {string} claim */
  function lift(claim) {
    const painting = painted.get(claim);
    if (!painting) return;
    each(painting, ({ range }, highlights) => {
      for (const layer of LAYERS) if (range) highlights.get(layer)?.delete(range);
    });
  }

  /**
   * Scroll to a painted claim and lay it above the others.
   * @param {string} claim @returns {Pointline.PaintState}
   */
  function show(claim) {
    const painting = painted.get(claim);
    const all = painting ? [...painting.quote, ...painting.line].flatMap((place) => place.parts) : [];
    if (!painting || !stands(painting.capture, all)) {
      erase(claim);
      return 'lost';
    }
    if (world.shown && world.shown !== claim) {
      lift(world.shown);
      lay(world.shown, false);
    }
    world.shown = claim;
    lift(claim);
    lay(claim, true);
    // A selection would lie over the paint; it is held, and can be asked about again.
    if (world.held) document.getSelection()?.removeAllRanges();
    const first = painting.quote.flatMap((place) => place.parts)[0]?.range;
    if (first) world.reveal(first);
    return 'painted';
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
      const highlights = part.node.ownerDocument.defaultView?.CSS.highlights;
      const lies = part.range && LAYERS.some((layer) => highlights?.get(layer)?.has(/** @type {Range} */ (part.range)));
      read += text.slice(at, part.at);
      if (lies) read += asWalked(part.range?.toString() ?? '', part.space);
      at = part.at + part.length;
    }
    return read + text.slice(at, span.end);
  }

  /** Take all paint away. */
  function clear() {
    for (const claim of [...painted.keys()]) erase(claim);
    world.shown = null;
  }

  Object.assign(world, { paint, show, erase, readBack, clear });
})();
