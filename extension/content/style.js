/**
 * What the browser says of how an element is shown: hidden, clipped away, transparent, a block, its white space. Without computed style
 * (`ignoreStyle`), attributes and inline styles tell, as in the walk of saved HTML. A classic script, put in after `names.js`.
 */
(() => {
  'use strict';

  const world = globalThis.pointline;
  const { BLOCK_DISPLAYS, PREFORMATTED } = world.names;
  const { clipsAway, isScaledAway } = world.clip;
  const { attribute, has, localName, box } = world.plain;
  const { TEXT_NODE } = Node;
  /** A letter, behind a quotation mark or the like. */
  const INITIAL = /^\p{P}?\p{L}\p{M}*$/u;
  /** CSS pixels: what is as small as this and cuts off what it holds shows nothing of it. */
  const SPECK = 1;
  /** CSS pixels to the left of or above the page: nothing is animated in from so far off. */
  const FAR_OFF = 1000;
  /** Descendants of a box of no size that are asked whether they stand outside of it. */
  const MOST_ASKED = 50;

  /** @param {Element} element */
  function isUntilFound(element) {
    return attribute(element, 'hidden')?.trim().toLowerCase() === 'until-found';
  }

  /**
   * Whether an element and all in it is not shown. What a shadow root gives no slot has no computed style at all.
   * @param {Element} element @param {string} name @param {CSSStyleDeclaration | null} style
   * @param {string} [display] that of the style, where it was read already: each look costs
   */
  function isHidden(element, name, style, display = style?.display) {
    if (style) {
      return display === 'none' || display === '' || (style.contentVisibility === 'hidden' && !isUntilFound(element));
    }
    if (isFrameOfPage(element)) return false;
    if (has(element, 'hidden') && !isUntilFound(element)) return true;
    const inline = inlineStyle(element);
    return inline?.display === 'none' || inline?.contentVisibility === 'hidden' || (name === 'dialog' && !has(element, 'open'));
  }

  /** Without computed style, hiding of `html` and `body` is passed over: pages that hide these wait for a script. @param {Element} element */
  function isFrameOfPage(element) {
    const name = localName(element);
    return name === 'html' || name === 'body';
  }

  /** @param {Element} element @returns {CSSStyleDeclaration | null} */
  function inlineStyle(element) {
    return has(element, 'style') && !isFrameOfPage(element) ? (/** @type {HTMLElement} */ (element).style ?? null) : null;
  }

  /** @param {Element} element @param {CSSStyleDeclaration | null} style @param {boolean} inherited */
  function isVisible(element, style, inherited) {
    const visibility = style ? style.visibility : inlineStyle(element)?.visibility;
    if (visibility === 'visible') return true;
    return visibility === 'hidden' || visibility === 'collapse' ? false : inherited;
  }

  /**
   * Whether an element is cut down to nothing: text for screen readers, or a box of no size.
   * @param {Element} element @param {CSSStyleDeclaration} style @param {string} [display]
   */
  function isClipped(element, style, display = style.display) {
    // These have no box of their own that could be cut.
    if (display === 'inline' || display === 'contents') return false;
    return isCut(element, style, style.overflowX !== 'visible');
  }

  /** Whether nothing is seen of a frame, which cuts off whatever runs over. @param {Element} frame @param {CSSStyleDeclaration | null} style */
  function isFrameUnseen(frame, style) {
    return style !== null && isCut(frame, style, true);
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style @param {boolean} cuts whether it cuts off what runs over */
  function isCut(element, style, cuts) {
    if (isFrameOfPage(element)) return false;
    const { clipPath } = style;
    if (isScaledAway(style) || (clipPath !== 'none' && clipsAway(clipPath, box(element)))) return true;
    const out = isOut(style);
    if (cuts && ((isSpeck(style) && (out || !isEscaped(element))) || parseFloat(style.textIndent) < -FAR_OFF)) return true;
    return out && (clipsAll(style.clip) || isFarOff(element));
  }

  /** Whether a box is taken out of the flow. @param {CSSStyleDeclaration} style */
  function isOut({ position }) {
    return position === 'absolute' || position === 'fixed';
  }

  /** Whether text is set so small that nothing is seen of it. @param {CSSStyleDeclaration | null} style */
  function isTiny(style) {
    return style?.fontSize === '0px';
  }

  /**
   * Whether an element that floats is no more than the first letter of the text beside it, set large: it goes on with that text.
   * @param {Element} element @param {CSSStyleDeclaration} style
   */
  function isInitial(element, style) {
    if (style.cssFloat === 'none' || !INITIAL.test(element.textContent.trim())) return false;
    const after = element.nextSibling;
    return after?.nodeType === TEXT_NODE && /^\p{L}/u.test(/** @type {Text} */ (after).data);
  }

  /** @param {CSSStyleDeclaration} style */
  function isSpeck({ width, height }) {
    return parseFloat(width) <= SPECK || parseFloat(height) <= SPECK;
  }

  /** The old property: `rect(top, right, bottom, left)`. @param {string} clip */
  function clipsAll(clip) {
    if (!clip.startsWith('rect(')) return false;
    const [top = 0, right = 0, bottom = 0, left = 0] = clip.slice(5).split(/[ ,]+/).map((side) => parseFloat(side));
    return right - left <= SPECK && bottom - top <= SPECK;
  }

  /** @param {Element} element */
  function isFarOff(element) {
    const view = element.ownerDocument.defaultView ?? window;
    const { right, bottom } = box(element);
    return right + view.scrollX < -FAR_OFF || bottom + view.scrollY < -FAR_OFF;
  }

  /** Whether something in a box stands free of it. @param {Element} element */
  function isEscaped(element) {
    const inside = element.getElementsByTagName('*');
    const view = element.ownerDocument.defaultView ?? window;
    for (let at = 0; at < MOST_ASKED; at += 1) {
      const element = inside[at];
      if (!element) return false;
      if (isOut(view.getComputedStyle(element))) return true;
    }
    return false;
  }

  /** @param {string} display */
  function isBlock(display) {
    return BLOCK_DISPLAYS.has(display) || display.startsWith('table');
  }

  /** @param {string} name @param {CSSStyleDeclaration | null} style @param {Pointline.SpaceMode} inherited @returns {Pointline.SpaceMode} */
  function spaceMode(name, style, inherited) {
    if (!style) return PREFORMATTED.has(name) ? 'preserve' : inherited;
    const mode = style.whiteSpaceCollapse ?? style.whiteSpace;
    if (mode === 'collapse') return mode;
    if (mode === 'preserve-breaks' || mode === 'pre-line') return 'breaks';
    return mode.startsWith('pre') || mode === 'break-spaces' ? 'preserve' : 'collapse';
  }

  Object.assign(world, {
    style: { isUntilFound, isHidden, isVisible, isClipped, isFrameUnseen, isOut, isTiny, isInitial, isBlock, spaceMode },
  });
})();
