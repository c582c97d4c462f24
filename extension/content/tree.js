/**
 * The tree that a reader sees: shadow roots in the place of what they replace, what slots were given, frames of the same origin. A classic
 * script, put in after `names.js`.
 */
(() => {
  'use strict';

  const { nextSibling, firstChild, parentElement, localName, assignedSlot, has, root } = globalThis.pointline.plain;
  /** HTML elements that may have a shadow root beside those of their own making (with `-` in the name). */
  const HOSTS = new Set('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '));
  /** Chromium lets content scripts look into closed shadow roots by this. @type {((element: Element) => ShadowRoot | null) | undefined} */
  const openClosed = /** @type {any} */ (globalThis).chrome?.dom?.openOrClosedShadowRoot;

  /**
   * The shadow root of an element; closed ones too where the browser lets us.
   * @param {Element} element @param {string} name @returns {ShadowRoot | null}
   */
  function shadowOf(element, name) {
    if (!HOSTS.has(name) && !name.includes('-')) return null;
    // Firefox has a property for it.
    const closed = /** @type {any} */ (element).openOrClosedShadowRoot;
    if (closed !== undefined) return closed;
    if (element.shadowRoot) return element.shadowRoot;
    return openClosed && element instanceof HTMLElement ? openClosed(element) : null;
  }

  /** @param {Document} doc @returns {Pointline.Context} */
  function outermost(doc) {
    return {
      view: doc.defaultView ?? window, kind: 'paragraph', level: 0, cell: null, table: null, row: null, collapsed: false, visible: true,
      transparent: false, tiny: false, space: 'collapse', foreign: '',
    };
  }

  /** @param {Document} doc @param {Pointline.Context} context @returns {Pointline.OpenElement} */
  function openDocument(doc, context) {
    return { ...opened(context, context.collapsed), given: doc.documentElement ? [doc.documentElement] : [] };
  }

  /**
   * An element on the way down. Its children are those that the reader sees: of a shadow root, or what a slot was given.
   * @param {Element} element @param {string} name @param {Pointline.Context} context
   * @param {boolean} outside whether the element itself stands in something folded away
   * @param {ShadowRoot | null} shadow
   * @returns {Pointline.OpenElement}
   */
  function openElement(element, name, context, outside, shadow) {
    const open = opened(context, outside);
    if (name === 'slot') open.given = assignedTo(element);
    if (!open.given?.length) open.next = firstChild(shadow ?? element);
    return open;
  }

  /** @param {Pointline.Context} context @param {boolean} outside @returns {Pointline.OpenElement} */
  function opened(context, outside) {
    return { context, next: null, given: null, block: false, mark: null, math: '', children: 0, raised: false, used: true, outside };
  }

  /** @param {Pointline.OpenElement} open */
  function nextNode(open) {
    const node = open.next;
    if (!node) return open.given?.shift() ?? null;
    open.next = nextSibling(node);
    return node;
  }

  /** @param {Element} slot */
  function assignedTo(slot) {
    const inShadow = root(slot).nodeType === Node.DOCUMENT_FRAGMENT_NODE;
    return inShadow ? [.../** @type {HTMLSlotElement} */ (slot).assignedNodes()] : [];
  }

  /** @param {Element} element @returns {Document | null} */
  function frameDocument(element) {
    try {
      return /** @type {HTMLIFrameElement} */ (element).contentDocument ?? null;
    } catch {
      return null; // Another origin.
    }
  }

  /** The part of a closed `details` that stays to be seen. @param {Element} summary */
  function isClosedSummary(summary) {
    const details = parentElement(summary);
    if (!details || localName(details) !== 'details' || has(details, 'open')) return false;
    return [...details.children].find((child) => child.localName === 'summary') === summary;
  }

  /** The parent as it is shown: over slots, shadow roots and frames. @param {Element} element @returns {Element | null} */
  function parentOf(element) {
    return assignedSlot(element) ?? parentElement(element) ?? hostOf(element);
  }

  /** @param {Node} node @returns {Element | null} */
  function hostOf(node) {
    const top = root(node);
    if (top.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return /** @type {ShadowRoot} */ (top).host ?? null;
    return /** @type {Document} */ (top).defaultView?.frameElement ?? null;
  }

  Object.assign(globalThis.pointline, {
    tree: { shadowOf, outermost, openDocument, openElement, nextNode, frameDocument, isClosedSummary, parentOf, hostOf },
  });
})();
