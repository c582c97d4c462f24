/**
 * The layers of paint: one CSS highlight for each verdict, one for the rest of the line, and those of the line that is shown or pointed at.
 * Highlights change nothing in the DOM. A classic script, put in after `places.js`.
 */
(() => {
  'use strict';

  const world = globalThis.pointline;
  /** What is said of a claim, and the layer of its quote. What was not judged is painted as found, no more. @type {Record<string, string>} */
  const VERDICTS = {
    confirmed: 'pointline-confirmed', caveated: 'pointline-caveated', uncertain: 'pointline-uncertain', mismatch: 'pointline-mismatch',
  };
  const FOUND = 'pointline-quote';
  /** Later ones lie above earlier ones. */
  const LAYERS = [
    'pointline-line', FOUND, ...Object.values(VERDICTS), 'pointline-hover', 'pointline-shown-line', 'pointline-shown-quote',
  ];
  // Verdicts differ by the style of the underline as well as by colour. No text colour is set, the marker lets the page's own background
  // through, and the underlines stand out from white and from black (3 to 1), so that light and dark pages stay readable. With forced
  // colours Chromium lays every highlight on the system's own, whatever is said here: there the lines alone tell which is shown.
  const STYLE = `
    ::highlight(pointline-line) { background-color: rgb(255 208 0 / .16); }
    ::highlight(pointline-quote) { background-color: rgb(255 208 0 / .14); text-decoration: underline 1px solid rgb(199 125 0); }
    ::highlight(pointline-confirmed) { background-color: rgb(60 190 110 / .18); text-decoration: underline 2px solid rgb(26 152 80); }
    ::highlight(pointline-caveated) { background-color: rgb(255 170 0 / .18); text-decoration: underline 2px dashed rgb(199 125 0); }
    ::highlight(pointline-uncertain) { background-color: rgb(110 160 240 / .16); text-decoration: underline 2px dotted rgb(74 143 224); }
    ::highlight(pointline-mismatch) { background-color: rgb(240 90 80 / .18); text-decoration: underline 2px wavy rgb(224 72 63); }
    ::highlight(pointline-hover) { background-color: rgb(255 204 0 / .30); }
    ::highlight(pointline-shown-line) { background-color: rgb(255 204 0 / .30); }
    ::highlight(pointline-shown-quote) { background-color: rgb(255 196 0 / .26); text-decoration: underline 3px solid rgb(199 125 0); }
    @media (forced-colors: active) {
      ::highlight(pointline-line) { background-color: Canvas; color: CanvasText; text-decoration: overline 1px solid CanvasText; }
      ::highlight(pointline-quote), ::highlight(pointline-confirmed), ::highlight(pointline-caveated),
      ::highlight(pointline-uncertain), ::highlight(pointline-mismatch) { background-color: Canvas; color: CanvasText; }
      ::highlight(pointline-quote) { text-decoration: underline 1px solid Highlight; }
      ::highlight(pointline-confirmed) { text-decoration: underline 2px solid Highlight; }
      ::highlight(pointline-caveated) { text-decoration: underline 2px dashed Highlight; }
      ::highlight(pointline-uncertain) { text-decoration: underline 2px dotted Highlight; }
      ::highlight(pointline-mismatch) { text-decoration: underline 2px wavy Highlight; }
      ::highlight(pointline-hover), ::highlight(pointline-shown-line), ::highlight(pointline-shown-quote) {
        background-color: Highlight; color: HighlightText;
      }
      ::highlight(pointline-shown-quote) { text-decoration: underline overline 3px double HighlightText; }
    }`;

  world.styled ??= new WeakMap();
  // Held fast, because Firefox loses what a frame's registry and highlights hold when nobody keeps them.
  world.laid ??= new WeakMap();
  const { styled, laid: held } = world;

  /** @param {string | undefined} verdict */
  function layerOf(verdict) {
    return (verdict && Object.hasOwn(VERDICTS, verdict) && VERDICTS[verdict]) || FOUND;
  }

  /** Lay a part on a layer; with it the drawing of a formula whose MathML it is. @param {Pointline.Part} part @param {string} layer */
  function put(part, layer) {
    const { node, range } = part;
    const view = node.ownerDocument.defaultView;
    if (!range || !view) return;
    for (const root of rootsOf(node)) dress(root);
    const highlight = highlightOf(view, layer);
    highlight.add(range);
    part.seen ??= drawingRange(node);
    if (part.seen) highlight.add(part.seen);
  }

  /** The highlight of a layer in a window, made when there is none. @param {Window} view @param {string} layer */
  function highlightOf(view, layer) {
    const own = held.get(view) ?? { registry: view.CSS.highlights, layers: new Map() };
    held.set(view, own);
    const highlight = own.layers.get(layer) ?? new view.Highlight();
    own.layers.set(layer, highlight);
    // The page may have cleared the registry, or put something of its own there.
    if (own.registry.get(layer) !== highlight) {
      highlight.priority = LAYERS.indexOf(layer);
      own.registry.set(layer, highlight);
    }
    return highlight;
  }

  /** @param {Node} node */
  function drawingRange(node) {
    const drawing = world.formula.drawingOf(node);
    if (!drawing) return null;
    const range = drawing.ownerDocument.createRange();
    range.selectNodeContents(drawing);
    return range;
  }

  /** Take a part from the layers named, or from all. @param {Pointline.Part} part @param {string[]} [layers] */
  function lift({ node, range, seen }, layers = LAYERS) {
    const view = node.ownerDocument.defaultView;
    const own = view && held.get(view);
    for (const layer of layers) {
      const highlight = own?.layers.get(layer);
      if (range) highlight?.delete(range);
      if (seen) highlight?.delete(seen);
    }
  }

  /**
   * Whether a part lies on any layer now, over the characters that are its own: a node that was moved leaves its range behind.
   * @param {Pointline.Part} part
   */
  function lies({ node, from, to, range }) {
    if (range?.startContainer !== node || range.endContainer !== node || range.startOffset !== from || range.endOffset !== to) return false;
    const view = node.ownerDocument.defaultView;
    const registry = view && held.get(view)?.registry;
    return LAYERS.some((layer) => registry?.get(layer)?.has(range)) && rootsOf(node).every(isDressed);
  }

  /** Where the style must be known for a node's paint to be seen. @param {Node} node */
  function rootsOf(node) {
    return /** @type {(Document | ShadowRoot)[]} */ ([...new Set([node.getRootNode(), node.ownerDocument])]);
  }

  /** Whether a root knows the style still: a page may set its sheets anew. @param {Document | ShadowRoot} root */
  function isDressed(root) {
    const worn = styled.get(root);
    return Boolean(worn && ('isConnected' in worn ? worn.isConnected : root.adoptedStyleSheets.includes(worn)));
  }

  /** Let a document or shadow root know the style (in Firefox a document's highlight rules do not reach into shadow roots). @param {Document | ShadowRoot} root */
  function dress(root) {
    if (isDressed(root)) return;
    const view = (root.ownerDocument ?? /** @type {Document} */ (root)).defaultView;
    try {
      const sheet = new /** @type {any} */ (view).CSSStyleSheet();
      sheet.replaceSync(STYLE);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      styled.set(root, sheet);
    } catch {
      const style = document.createElement('style');
      style.textContent = STYLE;
      (root.nodeType === Node.DOCUMENT_NODE ? /** @type {Document} */ (root).documentElement : root).append(style);
      styled.set(root, style);
    }
  }

  Object.assign(world, { layers: { layerOf, put, lift, lies } });
})();
