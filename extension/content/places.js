/**
 * From a span of a capture to the places in the DOM: by lookup, never by search. A classic script, put in after the walk's.
 */
(() => {
  'use strict';

  const { parentOf, hostOf } = globalThis.pointline.tree;
  const { isUntilFound } = globalThis.pointline.style;
  const { localName, has, isShown } = globalThis.pointline.plain;

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

  /** @param {Pointline.Capture} capture @param {Pointline.Span[]} spans @returns {Pointline.Place[]} */
  function placesOf(capture, spans) {
    return spans.map((span) => ({ span, parts: parts(capture, span) }));
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
      // In a frame that was loaded anew or taken away, a node stays in its document, but that has no window any more.
      return node.isConnected && node.ownerDocument.defaultView && asWalked(node.data.slice(from, to), space) === text.slice(at, at + length);
    });
  }

  /** Whether a part can be seen, or could if what is folded over it were opened. @param {Pointline.Part} part */
  function isSeen({ node }) {
    let box = node.parentElement ?? hostOf(node);
    while (box && getComputedStyle(box).display === 'contents') box = parentOf(box);
    if (!box || isShown(box, { visibilityProperty: true })) return true;
    for (let inside = box, above = parentOf(box); above; inside = above, above = parentOf(above)) {
      if (isUntilFound(inside) || (localName(above) === 'details' && !has(above, 'open'))) return true;
    }
    return isUntilFound(box);
  }

  Object.assign(globalThis.pointline, { places: { placesOf, rangeOf, asWalked, stands, isSeen } });
})();
