/**
 * What the browser says of how an element is shown: hidden, clipped away, transparent, a block, its white space. Without computed style
 * (`ignoreStyle`), attributes and inline styles tell, as in the walk of saved HTML. A classic script, put in after `names.js`.
 */
(() => {
  'use strict';

  const { BLOCK_DISPLAYS, PREFORMATTED } = globalThis.pointline.names;
  /** CSS pixels: what is as small as this and cuts off what it holds shows nothing of it. */
  const SPECK = 1;
  /** CSS pixels to the left of or above the page: nothing is animated in from so far off. */
  const FAR_OFF = 1000;
  /** A closed curve or box of no extent. */
  const CLIPS_ALL = /^(?:inset\((?:50|[6-9]\d|100)%|circle\(0|ellipse\(0|polygon\(0(?:px|%)? 0(?:px|%)?(?:, 0(?:px|%)? 0(?:px|%)?)*\))/;
  /** Descendants of a box of no size that are asked whether they stand outside of it. */
  const MOST_ASKED = 50;

  /** @param {Element} element */
  function isUntilFound(element) {
    return element.getAttribute('hidden')?.trim().toLowerCase() === 'until-found';
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
    if (element.hasAttribute('hidden') && !isUntilFound(element)) return true;
    const inline = inlineStyle(element);
    return inline?.display === 'none' || inline?.contentVisibility === 'hidden' || (name === 'dialog' && !element.hasAttribute('open'));
  }

  /** Without computed style, hiding of `html` and `body` is passed over: pages that hide these wait for a script. @param {Element} element */
  function isFrameOfPage(element) {
    return element.localName === 'html' || element.localName === 'body';
  }

  /** @param {Element} element @returns {CSSStyleDeclaration | null} */
  function inlineStyle(element) {
    return element.hasAttribute('style') && !isFrameOfPage(element) ? (/** @type {HTMLElement} */ (element).style ?? null) : null;
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
    const { position } = style;
    const out = position === 'absolute' || position === 'fixed';
    if (!out && style.overflowX === 'visible') return false;
    if (isFrameOfPage(element)) return false;
    if (style.overflowX !== 'visible' && isSpeck(style) && (out || !isEscaped(element))) return true;
    if (CLIPS_ALL.test(style.clipPath)) return true;
    return out && (clipsAll(style.clip) || isFarOff(element));
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
    const { right, bottom } = element.getBoundingClientRect();
    return right + view.scrollX < -FAR_OFF || bottom + view.scrollY < -FAR_OFF;
  }

  /** Whether something in a box stands free of it. @param {Element} element */
  function isEscaped(element) {
    const inside = element.getElementsByTagName('*');
    const view = element.ownerDocument.defaultView ?? window;
    for (let at = 0; at < MOST_ASKED; at += 1) {
      const element = inside[at];
      if (!element) return false;
      const { position } = view.getComputedStyle(element);
      if (position === 'absolute' || position === 'fixed') return true;
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

  Object.assign(globalThis.pointline, { style: { isUntilFound, isHidden, isVisible, isClipped, isBlock, spaceMode } });
})();
