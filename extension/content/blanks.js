/** White space at the ends of a text, and what cannot be seen of it. A classic script, put in after `names.js`. */
(() => {
  'use strict';

  const WHITE_SPACE = ' \t\n\r\f';
  const BLANK = /^[ \t\n\r\f\u00A0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000\uFEFF]*$/;

  /** Whether nothing of a text can be seen. @param {string} text */
  function isBlank(text) {
    return BLANK.test(text);
  }

  /**
   * Where the text begins and ends without white space. A loop, because a pattern for the end would be slow on long runs.
   * @param {string} text @returns {[number, number]}
   */
  function trimmed(text) {
    let [start, end] = [0, text.length];
    while (start < end && WHITE_SPACE.includes(text.charAt(start))) start += 1;
    while (end > start && WHITE_SPACE.includes(text.charAt(end - 1))) end -= 1;
    return [start, end];
  }

  /** Where what can be seen of a text begins and ends. @param {string} text @returns {[number, number]} */
  function seen(text) {
    let [start, end] = [0, text.length];
    while (start < end && BLANK.test(text.charAt(start))) start += 1;
    while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
    return [start, end];
  }

  /** @param {string} text */
  function isBracketed(text) {
    const [start, end] = seen(text);
    return text.charAt(start) === '[' && text.charAt(end - 1) === ']';
  }

  Object.assign(globalThis.pointline, { blanks: { isBlank, trimmed, seen, isBracketed } });
})();
