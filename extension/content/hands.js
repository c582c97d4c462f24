/**
 * What the reader does in the page with painted lines: points at one, clicks it, goes to the next by Alt+Down and to the one before by
 * Alt+Up, goes back to where they were by Escape. The panel is told. A classic script, put in after `painter.js`.
 */
(() => {
  'use strict';

  const world = globalThis.pointline;
  /** CSS pixels around a line that still count as the line. */
  const PAD = 2;
  const EDITABLE = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [contenteditable="plaintext-only"], [role="textbox"]';

  // Put in twice, the listeners of before go.
  world.hands?.abort();
  world.hands = new AbortController();
  const { signal } = world.hands;
  /** @type {WeakSet<Document>} */
  const heeded = new WeakSet();

  /** Tell the panel; without one, nobody. @param {Pointline.PageEvent} event */
  function tell(event) {
    if (world.heard) return world.heard(event);
    const { chrome, browser } = /** @type {any} */ (globalThis);
    // An element of the page may have the name `browser`. The extension may have been updated or removed since: then there is none.
    const runtime = [browser?.runtime, chrome?.runtime].find((one) => typeof one?.sendMessage === 'function' && one.id);
    if (runtime) void Promise.resolve(runtime.sendMessage({ about: 'page', event })).catch(() => {});
  }

  /** Listen in a document in which paint lies. @param {Document} doc */
  function heed(doc) {
    if (heeded.has(doc)) return;
    heeded.add(doc);
    let waiting = false;
    let [x, y] = [0, 0];
    doc.addEventListener(
      'mousemove',
      (event) => {
        [x, y] = [event.clientX, event.clientY];
        if (!event.isTrusted || waiting || !world.painted.size) return;
        waiting = true;
        setTimeout(() => {
          waiting = false;
          point(claimAt(doc, x, y));
        }, 50);
      },
      { passive: true, signal },
    );
    doc.addEventListener('mouseleave', () => point(null), { passive: true, signal });
    doc.addEventListener(
      'click',
      ({ isTrusted, clientX, clientY }) => {
        const claim = isTrusted && world.painted.size && doc.getSelection()?.isCollapsed !== false ? claimAt(doc, clientX, clientY) : null;
        if (claim) tell({ kind: 'click', claim });
      },
      { passive: true, signal },
    );
    doc.defaultView?.addEventListener('keydown', press, { capture: true, signal });
  }

  /** @param {string | null} claim */
  function point(claim) {
    if (claim === world.hovered) return;
    world.hover(claim);
    tell({ kind: 'hover', claim });
  }

  /** Which painted claim lies at a point of a document's window; the topmost. @param {Document} doc @param {number} x @param {number} y */
  function claimAt(doc, x, y) {
    const ranges = rangesAt(doc, x, y);
    const claims = world.inOrder().filter((claim) => rangesOf(claim).some((range) => ranges ? ranges.has(range) : covers(range, doc, x, y)));
    if (world.shown && claims.includes(world.shown)) return world.shown;
    return claims[0] ?? null;
  }

  /** The painted ranges at a point as the browser knows them; null when it cannot say. @param {Document} doc @param {number} x @param {number} y */
  function rangesAt(doc, x, y) {
    const highlights = /** @type {any} */ (doc.defaultView?.CSS.highlights);
    if (!highlights?.highlightsFromPoint) return null;
    const shadowRoots = new Set();
    for (const claim of world.painted.keys()) {
      for (const range of rangesOf(claim)) {
        const root = range.startContainer.getRootNode();
        if (root.nodeType === Node.DOCUMENT_FRAGMENT_NODE) shadowRoots.add(root);
      }
    }
    try {
      const hits = highlights.highlightsFromPoint(x, y, { shadowRoots: [...shadowRoots] });
      return new Set(hits.flatMap((/** @type {{ranges: Range[]}} */ { ranges }) => [...ranges]));
    } catch {
      return null;
    }
  }

  /** @param {string} claim */
  function rangesOf(claim) {
    const painting = world.painted.get(claim);
    const places = painting ? [...painting.quote, ...painting.line] : [];
    return places.flatMap((place) => place.parts.flatMap(({ range, seen }) => [range, seen ?? null].filter((one) => one !== null)));
  }

  /** @param {Range} range @param {Document} doc @param {number} x @param {number} y */
  function covers(range, doc, x, y) {
    if (range.startContainer.ownerDocument !== doc) return false;
    return [...range.getClientRects()].some((box) => {
      return x >= box.left - PAD && x <= box.right + PAD && y >= box.top - PAD && y <= box.bottom + PAD;
    });
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    // What the page makes up moves nothing.
    if (!event.isTrusted || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event)) return;
    if (event.key === 'Escape' && !event.altKey) {
      if (!world.shown) return;
      goBack();
    } else if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      if (!world.painted.size) return;
      event.preventDefault();
      void go(event.key === 'ArrowDown' ? 1 : -1);
    }
  }

  /** @param {KeyboardEvent} event */
  function isTyping(event) {
    const [target] = event.composedPath();
    return target instanceof Element && target.closest(EDITABLE) !== null;
  }

  /** Show the next line, or the one before, and tell the panel. @param {1 | -1} step */
  async function go(step) {
    const claim = await world.move(step);
    if (claim) tell({ kind: 'shown', claim });
    return claim;
  }

  /** Give the reader their place back, and tell the panel. */
  function goBack() {
    const back = world.giveBack();
    world.unshow();
    tell({ kind: 'back' });
    return back;
  }

  // Paint of before, in documents that the listeners of before were in.
  for (const claim of world.painted.keys()) {
    for (const range of rangesOf(claim)) if (range.startContainer.ownerDocument) heed(range.startContainer.ownerDocument);
  }

  Object.assign(world, { tell, heed, go, goBack, claimAt });
})();
