/**
 * The walk: the live DOM becomes blocks of text, and every character keeps its place.
 *
 * Follows `verifier/exactquote/WALK.md`, as `exactquote/html.py` does for saved pages. A classic script without dependencies but those named
 * before it in `files.js`, so that the extension and Playwright inject the same files. They leave one global, `pointline`, in the world
 * they are put into. All offsets are UTF-16 units. Nothing here recurses, so that no nesting is too deep.
 */
(() => {
  'use strict';

  const world = globalThis.pointline;
  const { SKIPPED, SKIPPED_IN_SVG, SKIPPED_IN_MATH, REPLACED, APART, BLOCKS, COUNTED } = world.names;
  const { KINDS, CHANGING, RAISED, MATH_EDGES, MATH_MARKS } = world.names;
  const { isUntilFound, isHidden, isVisible, isClipped, isFrameUnseen, isOut, isTiny, isInitial, isBlock, spaceMode } = world.style;
  const { shadowOf, outermost, openDocument, openElement, nextNode, frameDocument, isClosedSummary } = world.tree;
  const { isReadable, repeatsFormula } = world.formula;
  const { isBlank } = world.blanks;
  const { nodeType, localName, firstChild, attribute, hasAny } = world.plain;
  /** Nodes between two looks at the clock. */
  const STEPS = 64;
  /** What may hold a document of its own. */
  const FRAMES = new Set(['iframe', 'frame', 'object']);
  // Kept here, because Firefox looks the page's own names up for a content script anew each time, which takes a microsecond.
  const { ELEMENT_NODE, TEXT_NODE, CDATA_SECTION_NODE } = Node;

  /** Walks a document and the trees in it. Twin of `exactquote/html.py`. */
  class Walk {
    builder = new world.BlockBuilder();
    /** @type {Pointline.NotRead} */
    notRead = { hidden: 0, clipped: 0, frames: 0, images: 0, form_fields: 0, scripts: 0, transparent: 0 };
    /** The documents and shadow roots that were entered. @type {Node[]} */ roots;
    #tables = 0;
    /** @type {Pointline.WalkOptions} */ #options;
    /** @type {Pointline.OpenElement[]} */ #open = [];
    /** @type {Pointline.OpenElement[]} Those of `#open` that are table cells. */ #cells = [];
    /** The context in which the block that is being built got its first text. @type {Pointline.Context} */ #written;

    /** @param {Document} doc @param {Pointline.WalkOptions} options */
    constructor(doc, options) {
      this.#options = options;
      this.#written = outermost(doc);
      this.#open.push(openDocument(doc, this.#written));
      this.roots = [doc];
    }

    /** Go on until a time (as `performance.now()` tells it); whether the end was reached. @param {number} until milliseconds */
    go(until) {
      let steps = 0;
      for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
        const node = nextNode(open);
        const type = node && nodeType(node);
        if (!node) this.#leave();
        else if (type === ELEMENT_NODE) this.#enter(/** @type {Element} */ (node), open);
        else if (type === TEXT_NODE || type === CDATA_SECTION_NODE) this.#text(node, open.context);
        steps += 1;
        if (steps % STEPS === 0 && performance.now() > until) return false;
      }
      this.#endBlock();
      return true;
    }

    /** @param {Node} node @param {Pointline.Context} context */
    #text(node, context) {
      if (!context.visible || (context.tiny && this.#isTinyText(node))) return;
      if (this.builder.empty) this.#written = context;
      this.builder.add(/** @type {Text} */ (node), context.space);
    }

    /** Whether a text of no size has letters that are not seen; counts it. @param {Node} node */
    #isTinyText(node) {
      if (isBlank(/** @type {Text} */ (node).data)) return false;
      this.notRead.clipped += 1;
      return true;
    }

    /** @param {Element} element @param {Pointline.OpenElement} parent */
    #enter(element, parent) {
      const name = localName(element).toLowerCase();
      const { context } = parent;
      if (FRAMES.has(name) && this.#enterFrame(element, context)) return;
      if (this.#skips(name, element, context)) return;
      const style = this.#styleOf(element, context);
      const display = style?.display ?? '';
      if (isHidden(element, name, style, display)) {
        this.notRead.hidden += 1;
        return;
      }
      const attributed = hasAny(element);
      const clipped = style !== null && isClipped(element, style, display) && !isEmpty(element);
      const formula = clipped && isReadable(element);
      if (!formula && (clipped || (style && attributed && repeatsFormula(element, context.view)))) {
        if (context.visible) this.notRead.clipped += 1;
        // A box in the flow parts the text around it all the same.
        if (style && isBlock(display) && !isOut(style)) this.#endBlock();
        return;
      }
      if (name === 'br') this.#lineBreak(context);
      const shadow = shadowOf(element, name);
      if (shadow) this.roots.push(shadow);
      const open = openElement(element, name, this.#inside(element, name, style, parent, attributed), context.collapsed, shadow);
      if (BLOCKS.has(name) || (name === 'text' && context.foreign === 'svg') || (style && !formula && this.#parts(element, style, display))) {
        this.#endBlock();
        open.block = true;
        if (open.context.cell !== context.cell) {
          open.used = false;
          this.#cells.push(open);
        }
      }
      this.#openMark(attributed ? attribute(element, 'class') : null, name, open);
      if (open.context.foreign === 'math') this.#mathEdge(name, parent, open);
      this.#open.push(open);
    }

    /** Whether style makes an element a block. @param {Element} element @param {CSSStyleDeclaration} style @param {string} display */
    #parts(element, style, display) {
      return isBlock(display) && !(this.builder.empty && isInitial(element, style));
    }

    /** @param {Element} element @param {Pointline.Context} context */
    #styleOf(element, context) {
      return this.#options.ignoreStyle ? null : context.view.getComputedStyle(element);
    }

    #leave() {
      const open = this.#open.pop();
      if (!open) return;
      if (open.block) {
        this.#endBlock();
        const { cell } = open.context;
        if (!open.used && cell && (cell.colspan > 1 || cell.rowspan > 1)) this.builder.emptyCell(cell);
        if (this.#cells.at(-1) === open) this.#cells.pop();
      }
      if (open.mark) this.builder.close(open.mark);
      if (open.raised) this.builder.edge(' ');
      else if (open.math) this.builder.plainEdge();
    }

    /** @param {Pointline.Context} context */
    #lineBreak(context) {
      if (this.builder.empty) this.#written = context;
      this.builder.lineBreak(context.space);
    }

    #endBlock() {
      const { cell } = this.#written;
      if (!this.builder.flush(this.#written)) return;
      const used = this.#cells.findLast((open) => open.context.cell === cell);
      if (used) used.used = true;
    }

    /** @param {string} name @param {Element} element @param {Pointline.Context} context */
    #skips(name, element, context) {
      if (SKIPPED.has(name)) {
        if (name === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden') return true;
        const sort = COUNTED[name];
        if (sort) this.notRead[sort] += 1;
        if (REPLACED.has(name) && context.visible && !isHidden(element, name, this.#styleOf(element, context))) this.builder.edge(' ');
        return true;
      }
      const { foreign } = context;
      return (foreign === 'svg' && SKIPPED_IN_SVG.has(name)) || (foreign === 'math' && SKIPPED_IN_MATH.has(name));
    }

    /** Read a frame of the same origin in its place. @param {Element} element @param {Pointline.Context} context */
    #enterFrame(element, context) {
      const doc = this.#options.frames === false ? null : frameDocument(element);
      if (!doc?.documentElement || !doc.defaultView || !context.visible) return false;
      const style = this.#styleOf(element, context);
      if (isHidden(element, 'iframe', style) || !isVisible(element, style, true) || isFrameUnseen(element, style)) return false;
      this.#endBlock();
      const { collapsed, cell, transparent } = context;
      this.#open.push({ ...openDocument(doc, { ...outermost(doc), collapsed, cell, transparent }), block: true });
      this.roots.push(doc);
      return true;
    }

    /**
     * What changes on the way into an element; the same object when nothing does.
     * @param {Element} element @param {string} name @param {CSSStyleDeclaration | null} style @param {Pointline.OpenElement} parent
     * @param {boolean} attributed
     */
    #inside(element, name, style, parent, attributed) {
      const outer = parent.context;
      const visible = isVisible(element, style, outer.visible);
      const space = spaceMode(name, style, outer.space);
      const collapsed = outer.collapsed || (attributed && isUntilFound(element));
      const transparent = outer.transparent || style?.opacity === '0';
      const tiny = isTiny(style);
      if (outer.visible && !visible) this.notRead.hidden += 1;
      if (transparent && !outer.transparent) this.notRead.transparent += 1;
      const same =
        visible === outer.visible && space === outer.space && collapsed === outer.collapsed && transparent === outer.transparent &&
        tiny === outer.tiny;
      if (same && !CHANGING.has(name)) return outer;
      const context = { ...outer, visible, transparent, tiny, space, collapsed };
      const kind = KINDS[name];
      if (kind === 'cell') this.#enterCell(element, name, context);
      else if (kind) Object.assign(context, { kind, level: kind === 'heading' ? Number(name[1]) : 0 });
      else if (name === 'table') Object.assign(context, { table: { number: this.#tables++, rows: 0 }, row: null });
      else if (name === 'tr' && outer.table) context.row = { table: outer.table.number, number: outer.table.rows++, cells: 0 };
      else if (name === 'svg' || name === 'math') context.foreign = name;
      else if (name === 'foreignobject') context.foreign = '';
      else if (name === 'details' && !element.hasAttribute('open')) context.collapsed = true;
      else if (name === 'summary' && isClosedSummary(element) && !isUntilFound(element)) context.collapsed = parent.outside;
      return context;
    }

    /** Without a row above it, a `td` or `th` is an ordinary block. @param {Element} element @param {string} name @param {Pointline.Context} context */
    #enterCell(element, name, context) {
      const { row } = context;
      if (!row) return;
      const [colspan, rowspan] = [spanOf(element, 'colspan'), spanOf(element, 'rowspan')];
      context.kind = 'cell';
      context.level = 0;
      context.cell = { table: row.table, row: row.number, index: row.cells++, colspan, rowspan, header: name === 'th' };
    }

    /** @param {string | null} classes @param {string} name @param {Pointline.OpenElement} open */
    #openMark(classes, name, open) {
      const edge = RAISED.get(name) ?? (APART.has(name) ? ' ' : undefined);
      if (edge) {
        this.builder.edge(edge);
        open.raised = true;
      }
      if (classes?.includes('mw-editsection') && classes.split(/[ \t\n\r\f]+/).includes('mw-editsection')) open.mark = this.builder.open('reference');
      else if (name === 'sup' || name === 'sub') open.mark = this.builder.open(name);
      else if (name === 'a') open.mark = this.builder.open(null);
    }

    /**
     * Keep numbers apart that stand above, below or beside one another in a formula.
     * @param {string} name @param {Pointline.OpenElement} parent @param {Pointline.OpenElement} open
     */
    #mathEdge(name, parent, open) {
      const edge = MATH_EDGES.get(parent.math)?.[parent.children - 1];
      parent.children += 1;
      open.math = name;
      if (!edge) {
        this.builder.plainEdge();
        return;
      }
      open.raised = true;
      this.builder.edge(edge);
      const mark = MATH_MARKS.get(edge);
      if (mark) open.mark ??= this.builder.open(mark);
    }
  }

  /** Whether an element holds nothing that could be left out (a rule, an empty box). @param {Element} element */
  function isEmpty(element) {
    return !firstChild(element) && !element.shadowRoot;
  }

  /** @param {Element} element @param {string} attribute */
  function spanOf(element, attribute) {
    const digits = /^[ \t\n\r\f]*([0-9]+)/.exec(element.getAttribute(attribute) ?? '')?.[1] ?? '1';
    const span = Number(digits.slice(0, 6));
    return span === 0 ? (attribute === 'rowspan' ? 1000 : 1) : Math.min(span, 1000);
  }

  /** @param {Document} doc @param {Walk} walked @returns {Pointline.Capture} */
  function captureOf(doc, { builder, notRead }) {
    const { blocks, runs } = builder;
    const root = doc.documentElement;
    const lang = (root.getAttribute('lang') || root.getAttribute('xml:lang') || '').trim();
    return { page: { url: doc.URL, title: doc.title, lang, blocks, not_read: notRead }, ...world.join(blocks, runs) };
  }

  /** Begin a walk that its caller takes to the end. @param {Pointline.WalkOptions} [options] @returns {Pointline.Walking} */
  function begin(options = {}) {
    const doc = options.document ?? document;
    const walked = new Walk(doc, options);
    return { roots: walked.roots, go: (until) => walked.go(until), capture: () => captureOf(doc, walked) };
  }

  /** Walk a document in one go. @param {Pointline.WalkOptions} [options] @returns {Pointline.Capture} */
  function walk(options) {
    const walking = begin(options);
    walking.go(Infinity);
    return walking.capture();
  }

  Object.assign(world, { begin, walk });
})();
