/**
 * Formulas stand on a page twice: as MathML, which says what is raised and what is a fraction but is clipped away, and beside it as
 * drawing, which is hidden from screen readers and out of order. The MathML is read, the drawing is what is painted. A classic script, put
 * in after `tree.js`.
 */
(() => {
  'use strict';

  const { isHidden, isClipped } = globalThis.pointline.style;
  /** How far above `math` the clipped element may stand. */
  const NEAR = 3;

  /** Whether an element that is clipped is the readable half of a formula. @param {Element} clipped */
  function isReadable(clipped) {
    const math = clipped.querySelector('math');
    return math !== null && drawingBeside(clipped) !== null;
  }

  /** @param {Element} readable */
  function drawingBeside(readable) {
    const siblings = readable.parentElement?.children ?? [];
    return [...siblings].find((other) => other !== readable && isDrawing(other)) ?? null;
  }

  /** @param {Element} element */
  function isDrawing(element) {
    return element.getAttribute('aria-hidden') === 'true';
  }

  /**
   * Whether an element draws what the MathML beside it says: then it is not read again.
   * @param {Element} element @param {Window} view
   */
  function repeatsFormula(element, view) {
    if (!isDrawing(element)) return false;
    const siblings = element.parentElement?.children ?? [];
    // A parent of many children is no formula.
    if (siblings.length > 4) return false;
    return [...siblings].some((other) => {
      if (other === element || isDrawing(other) || !(other.localName === 'math' || other.querySelector('math'))) return false;
      const style = view.getComputedStyle(other);
      return !isHidden(other, other.localName, style) && isClipped(other, style);
    });
  }

  /** What is seen in place of a character of MathML that is clipped away. @param {Node} node @returns {Element | null} */
  function drawingOf(node) {
    let above = node.parentElement?.closest('math') ?? null;
    for (let step = 0; above && step < NEAR; step += 1, above = above.parentElement) {
      const drawing = drawingBeside(above);
      const view = above.ownerDocument.defaultView;
      if (drawing && view && isClipped(above, view.getComputedStyle(above))) return drawing;
    }
    return null;
  }

  Object.assign(globalThis.pointline, { formula: { isReadable, repeatsFormula, drawingOf } });
})();
