/**
 * Where a number would be read across an edge: the sets of `WALK.md` and `exactquote/number_edges.py`. A classic script, put in after
 * `names.js`.
 */
(() => {
  'use strict';

  const NUMERIC = /^[\p{N}零一二三四五六七八九十百千万萬億亿兆两兩廿卅]/u;
  const PASSED_OVER = /^(?:[\p{M}\p{Cf}\u115F\u1160\u3164\uFFA0]|(?![\t\n\f\r])\p{Cc})/u;
  const POINTS = '.,\'‘’·٫٬．，＇';
  const SIGNS = '+-±∓−‐‑‒–—―﹣－＋⁺⁻₊₋~～〜:∶：';
  const SLASHES = '/⁄∕／';
  const BEFORE = new Set(POINTS + SIGNS);
  const AFTER_ENTERING = new Set(POINTS + SIGNS + SLASHES);
  const AFTER_LEAVING = new Set(POINTS);
  /** @type {Set<string>} Between the elements of a formula. */
  const AFTER_PLAIN = new Set();

  /** How a text ends that follows on text with the tail `before`. @param {string} text @param {Pointline.Tail} before @returns {Pointline.Tail} */
  function tailOf(text, before) {
    let linked = false;
    for (let at = text.length - 1; at >= 0; at -= 1) {
      if (at && isLowSurrogate(text.charCodeAt(at))) at -= 1;
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (BEFORE.has(character)) linked = true;
      else if (NUMERIC.test(character)) return linked ? 'link' : 'number';
      else if (!PASSED_OVER.test(character)) return 'other';
    }
    return linked && before !== 'other' ? 'link' : before;
  }

  /** @param {number} unit */
  function isLowSurrogate(unit) {
    return unit >= 0xdc00 && unit <= 0xdfff;
  }

  /**
   * Whether a text begins with a number, `links` before it or not; null when it ends before that is known.
   * @param {string} text @param {Set<string>} links
   */
  function beginsNumber(text, links) {
    for (const character of text) {
      if (NUMERIC.test(character)) return true;
      if (!links.has(character) && !PASSED_OVER.test(character)) return false;
    }
    return null;
  }

  Object.assign(globalThis.pointline, { numbers: { AFTER_ENTERING, AFTER_LEAVING, AFTER_PLAIN, tailOf, beginsNumber } });
})();
