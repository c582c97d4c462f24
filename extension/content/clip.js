/** Whether style leaves anything of a box to be seen: what clips it and what scales it. A classic script, put in after `names.js`. */
(() => {
  'use strict';

  /** CSS pixels: what is as small as this shows nothing. */
  const SPECK = 1;

  /**
   * Whether a `clip-path` leaves nothing of a box; false for shapes that are not understood.
   * @param {string} path as computed: `rect()` and `xywh()` are an `inset()` then @param {{width: number, height: number}} box in CSS pixels
   */
  function clipsAway(path, { width, height }) {
    const [, shape, given = ''] = /^([a-z]+)\(([^()]*)\)/.exec(path) ?? [];
    if (shape === 'polygon') return isLine(given.split(', '));
    const sizes = (given.split(/ ?\b(?:round|at)\b/)[0] ?? '').split(' ');
    if (shape === 'circle' || shape === 'ellipse') return sizes.some((size) => parseFloat(size) === 0);
    if (shape !== 'inset') return false;
    const [top = '', right = top, bottom = top, left = right] = sizes;
    return isCovered(left, right, width) || isCovered(top, bottom, height);
  }

  /** Whether two insets meet. @param {string} one @param {string} other @param {number} extent */
  function isCovered(one, other, extent) {
    const [first, second] = [one, other].map((inset) => (inset.endsWith('%') ? (parseFloat(inset) / 100) * extent : parseFloat(inset)));
    return extent - (first ?? 0) - (second ?? 0) <= SPECK;
  }

  /** Whether all points of a polygon stand below or beside one another. @param {string[]} points */
  function isLine(points) {
    return [0, 1].some((axis) => new Set(points.map((point) => point.split(' ')[axis])).size === 1);
  }

  /** Whether a box is scaled down to nothing, in one direction or both. @param {CSSStyleDeclaration} style as computed */
  function isScaledAway({ transform, scale }) {
    if (scale !== 'none' && scale.split(' ').slice(0, 2).some((factor) => parseFloat(factor) === 0)) return true;
    if (transform === 'none') return false;
    const numbers = transform.slice(transform.indexOf('(') + 1).split(', ').map(parseFloat);
    const [a = 1, b = 0, c = 0, d = 1] = transform.startsWith('matrix3d') ? [0, 1, 4, 5].map((at) => numbers[at] ?? 0) : numbers;
    return [a, b].every((part) => part === 0) || [c, d].every((part) => part === 0) || (a === 0 && c === 0) || (b === 0 && d === 0);
  }

  Object.assign(globalThis.pointline, { clip: { clipsAway, isScaledAway } });
})();
