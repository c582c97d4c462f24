/**
 * Captures of this page, kept in the world of the content scripts: what was read, and where each character stands. The panel gets the
 * text; the way back into the DOM stays here. A classic script, injected after `walker.js`.
 */
(() => {
  'use strict';

  /** How many captures are kept: lines of older answers can still be shown. */
  const MOST_KEPT = 4;
  /** Names this load of the page: after a reload no capture of before is found. */
  const load = performance.timeOrigin.toString(36);

  // The panel injects these scripts each time it is opened; what was captured before stays known.
  const world = globalThis.pointline;
  world.captures ??= new Map();
  world.count ??= 0;
  world.held ??= null;
  const { captures } = world;
  const { frameDocument } = world.tree;

  /**
   * Walk the page, without keeping it from its work, and keep the result.
   * @param {{selection?: Pointline.Selecting}} [options] `selection`: say also where the text is that is selected now, or that was held
   * @returns {Promise<Pointline.CaptureAnswer>}
   */
  async function capture(options = {}) {
    const captured = await world.walkInChunks();
    const id = `${load}-${(world.count += 1)}`;
    captures.set(id, captured);
    const oldest = captures.keys().next().value;
    if (captures.size > MOST_KEPT && oldest) captures.delete(oldest);
    const { page, text } = captured;
    return { id, type: document.contentType, page, text, selection: selectedSpan(captured, options.selection ?? 'none') };
  }

  /** @param {Pointline.Capture} captured @param {Pointline.Selecting} selecting @returns {Pointline.Span | null} */
  function selectedSpan(captured, selecting) {
    if (selecting === 'none') return null;
    if (selecting === 'now') world.held = selectedRange(captured) ?? (isElsewhere(captured) ? null : world.held);
    return world.held && spanOf(captured, world.held);
  }

  /** Whether a selection stands where the page is not read: in a form field, or in a frame of another origin. @param {Pointline.Capture} captured */
  function isElsewhere({ runs }) {
    const field = /** @type {HTMLInputElement | HTMLIFrameElement | null} */ (document.activeElement);
    if (!field) return false;
    if ('selectionStart' in field) return field.selectionStart !== field.selectionEnd;
    if (!/^i?frame$/.test(field.localName)) return false;
    const inside = frameDocument(field);
    return !inside || !runs.some(({ node }) => node.ownerDocument === inside);
  }

  /** Whether what was selected is still in this page: a page that was loaded since holds nothing. */
  function holds() {
    return world.held !== null && !world.held.collapsed && world.held.startContainer.isConnected;
  }

  /** The selection of the page or of a frame in it. @param {Pointline.Capture} captured */
  function selectedRange(captured) {
    const roots = new Set(captured.runs.map((run) => run.node.getRootNode()));
    /** @type {ShadowRoot[]} */
    const shadowRoots = [];
    const documents = new Set([document]);
    for (const root of roots) {
      if (root.nodeType === Node.DOCUMENT_NODE) documents.add(/** @type {Document} */ (root));
      else if (root.nodeType === Node.DOCUMENT_FRAGMENT_NODE) shadowRoots.push(/** @type {ShadowRoot} */ (root));
    }
    for (const doc of documents) {
      const selection = doc.getSelection();
      const range = selection && !selection.isCollapsed ? liveRange(doc, selection, shadowRoots) : null;
      if (range && !range.collapsed) return range;
    }
    return null;
  }

  /** @param {Document} doc @param {Selection} selection @param {ShadowRoot[]} shadowRoots */
  function liveRange(doc, selection, shadowRoots) {
    const inside = shadowRoots.filter((root) => root.ownerDocument === doc);
    const composed = inside.length ? selection.getComposedRanges?.({ shadowRoots: inside })[0] : undefined;
    const { startContainer, startOffset, endContainer, endOffset } = composed ?? selection.getRangeAt(0);
    const range = doc.createRange();
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return range;
  }

  /** Which characters of the page text a range holds. @param {Pointline.Capture} captured @param {Range} range */
  function spanOf({ runs }, range) {
    let [start, end] = [Infinity, -1];
    for (const { node, at, from, length } of runs) {
      if (!range.intersectsNode(node)) continue;
      const first = Math.max(from, node === range.startContainer ? range.startOffset : 0);
      const last = Math.min(from + length, node === range.endContainer ? range.endOffset : node.length);
      if (first >= last) continue;
      start = Math.min(start, at + first - from);
      end = Math.max(end, at + last - from);
    }
    return end > start ? { start, end } : null;
  }

  Object.assign(world, { capture, holds });
})();
