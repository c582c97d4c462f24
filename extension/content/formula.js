/**
 * Formulas stand on a page twice: as MathML, which says what is raised and what is a fraction but is clipped away, and beside it as
 * drawing, which is hidden from screen readers and out of order. The MathML is read, the drawing is what is painted. A classic script, put
 * in after `tree.js`.
 */
(() => {
  'use strict';

  const { isHidden, isClipped } = globalThis.pointline.style;
  const { attribute, children, closest, localName, parentElement } = globalThis.pointline.plain;
  /** How far above `math` the clipped element may stand. */
  const NEAR = 3;

  /** @param {Element} element */
  function siblingsOf(element) {
    const above = parentElement(element);
    return above ? children(above) : [];
  }

  /** Whether an element that is clipped is the readable half of a formula. @param {Element} clipped */
  function isReadable(clipped) {
    const math = clipped.querySelector('math');
    return math !== null && drawingBeside(clipped) !== null;
  }

  /** @param {Element} readable */
  function drawingBeside(readable) {
    const siblings = siblingsOf(readable);
    return [...siblings].find((other) => other !== readable && isDrawing(other)) ?? null;
  }

  /** @param {Element} element */
  function isDrawing(element) {
    return attribute(element, 'aria-hidden') === 'true';
  }

  /**
   * Whether an element draws what the MathML beside it says: then it is not read again.
   * @param {Element} element @param {Window} view
   */
  function repeatsFormula(element, view) {
    if (!isDrawing(element)) return false;
    const siblings = siblingsOf(element);
    // A parent of many children is no formula.
    if (siblings.length > 4) return false;
    return [...siblings].some((other) => {
      if (other === element || isDrawing(other) || !(localName(other) === 'math' || other.querySelector('math'))) return false;
      const style = view.getComputedStyle(other);
      return !isHidden(other, localName(other), style) && isClipped(other, style);
    });
  }

  /** What is seen in place of a character of MathML that is clipped away. @param {Node} node @returns {Element | null} */
  function drawingOf(node) {
    let above = node.parentElement && closest(node.parentElement, 'math');
    for (let step = 0; above && step < NEAR; step += 1, above = parentElement(above)) {
      const drawing = drawingBeside(above);
      const view = above.ownerDocument.defaultView;
      if (drawing && view && isClipped(above, view.getComputedStyle(above))) return drawing;
    }
    return null;
  }

  Object.assign(globalThis.pointline, { formula: { isReadable, repeatsFormula, drawingOf } });
})();
