/**
 * Whether a layer lies over the page, such as a consent or sign-in wall: seen by its place, never by its words. An expression; run by
 * Playwright in a world of its own after `walker.js`.
 *
 * Of a grid of points of the window, most must hit one element that is fixed to the window (or a modal dialog) and that holds less than
 * half of the page's text.
 */
(() => {
  'use strict';
  const STEPS = 8;
  const MOST = 0.6;
  const view = [innerWidth, innerHeight];
  const length = (/** @type {Element | null} */ element) => (element?.textContent ?? '').length;
  /** The outermost element above a point that does not scroll with the page. @param {Element | null} element */
  const layerOf = (element) => {
    let layer = null;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).position === 'fixed' || at.matches('dialog:modal')) layer = at;
    }
    return layer;
  };
  /** @type {Map<Element, number>} */
  const hits = new Map();
  for (let row = 0; row < STEPS; row += 1) {
    for (let column = 0; column < STEPS; column += 1) {
      const [x = 0, y = 0] = [column, row].map((step, axis) => ((step + 0.5) / STEPS) * (view[axis] ?? 0));
      const layer = layerOf(document.elementFromPoint(x, y));
      if (layer) hits.set(layer, (hits.get(layer) ?? 0) + 1);
    }
  }
  const whole = length(document.body);
  return [...hits].some(([layer, count]) => count >= MOST * STEPS * STEPS && length(layer) * 2 < whole);
})();
