/**
 * The walk: the live DOM becomes blocks of text, and every character keeps its place.
 *
 * Follows `verifier/exactquote/WALK.md`, as `exactquote/html.py` does for saved pages. A classic script without dependencies, so that
 * the extension and Playwright inject the same file. It leaves one global, `pointline`, in the world it is injected into. All offsets are
 * UTF-16 units.
 */
(() => {
  'use strict';

  /** @param {string} list */
  const names = (list) => new Set(list.split(' '));
  const SKIPPED = names(
    'script style template noscript head title meta link iframe frame frameset noframes object embed applet audio video canvas img ' +
      'picture map textarea input select datalist progress meter rp rt',
  );
  const SKIPPED_IN_SVG = names('title desc metadata defs symbol clippath mask pattern marker');
  const SKIPPED_IN_MATH = names('annotation annotation-xml');
  const BLOCKS = names(
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
      'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table tbody ' +
      'td tfoot th thead tr ul xmp',
  );
  const BLOCK_DISPLAYS = names('block flex grid flow-root list-item');
  const PREFORMATTED = names('pre listing xmp plaintext');
  /** @type {Record<string, keyof Pointline.NotRead>} */
  const COUNTED = {
    script: 'scripts', style: 'scripts', noscript: 'scripts', template: 'scripts',
    iframe: 'frames', frame: 'frames', object: 'frames', embed: 'frames',
    img: 'images', canvas: 'images', video: 'images', picture: 'images',
    textarea: 'form_fields', input: 'form_fields', select: 'form_fields',
  };
  /** @type {Record<string, Pointline.BlockKind>} */
  const KINDS = {
    h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', li: 'list_item', td: 'cell', th: 'cell',
    caption: 'caption', figcaption: 'caption', pre: 'code', listing: 'code', xmp: 'code', plaintext: 'code', dt: 'term',
    dd: 'definition', blockquote: 'quote',
  };
  const DIGIT_AT_END = /\p{Nd}$/u;
  const DIGIT_AT_START = /^\p{Nd}/u;
  /** Elements that change more than style can. */
  const CHANGING = new Set([...Object.keys(KINDS), 'table', 'tr', 'svg', 'math']);
  const ANY_GAP = /[ \t\n\r\f]+|\0+/g;
  const GAP_AT_EDGE_OR_TO_COLLAPSE = /^ | $|[ \t\n\r\f]{2,}|[\t\n\r\f]/g;
  const EDGE_SPACE = /^[ \t\n\r\f]+|[ \t\n\r\f]+$/g;
  const NOTHING_TO_SEE = /^[ \t\n\r\f\u00A0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000\uFEFF]*$/;

  /**
   * Writes characters into blocks. `runs` say where in the DOM the characters of a block come from; a character of no run (line break of a
   * `br`, `^`, `_` or space between two numbers) stands nowhere in the DOM.
   */
  class BlockWriter {
    /** @type {Pointline.Block[]} */ blocks = [];
    /** @type {Pointline.Run[][]} */ runs = [];
    #text = '';
    /** @type {Pointline.Run[]} */ #runs = [];
    /** @type {Pointline.Context | null} */ #context = null;
    /** A collapsed space that waits for a character after it. @type {{node: Text, from: number, marks: number} | null} */ #space = null;
    /** The character that parts two digits over a `sup`/`sub` edge just passed. */ #edge = '';
    /** @type {{kind: Pointline.MarkKind, start: number}[]} */ #open = [];
    /** @type {Pointline.Mark[]} */ #marks = [];

    /** @param {Text} node @param {Pointline.Context} context */
    write(node, context) {
      const data = node.data.toWellFormed();
      if (context.space === 'preserve') this.#writePreserved(node, data, context);
      else this.#writeCollapsed(node, data, context);
    }

    /** @param {Text} node @param {string} data @param {Pointline.Context} context */
    #writeCollapsed(node, data, context) {
      // A single space between two words stays where it is, so only the other gaps are looked at.
      const gaps = data.includes('\0') ? ANY_GAP : GAP_AT_EDGE_OR_TO_COLLAPSE;
      let from = 0;
      for (const { 0: gap, index } of data.matchAll(gaps)) {
        if (index > from) this.#put(data.slice(from, index), node, from, context);
        if (gap[0] !== '\0') this.#collapse(node, index, gap, context);
        from = index + gap.length;
      }
      if (from < data.length) this.#put(data.slice(from), node, from, context);
    }

    /** @param {Text} node @param {number} from @param {string} gap @param {Pointline.Context} context */
    #collapse(node, from, gap, context) {
      if (context.space === 'breaks' && gap.includes('\n')) {
        for (let at = gap.indexOf('\n'); at >= 0; at = gap.indexOf('\n', at + 1)) this.#put('\n', node, from + at, context);
      } else if (!this.#space && this.#text && !this.#text.endsWith('\n')) {
        this.#space = { node, from, marks: this.#open.length };
      }
    }

    /** @param {Text} node @param {string} data @param {Pointline.Context} context */
    #writePreserved(node, data, context) {
      for (const match of data.matchAll(/\r\n?|\0+|[^\r\0]+/g)) {
        const piece = match[0];
        if (piece[0] === '\r') this.#put('\n', node, match.index, context);
        else if (piece[0] !== '\0') this.#put(piece, node, match.index, context);
      }
    }

    /** @param {string} piece @param {Text} node @param {number} from @param {Pointline.Context} context */
    #put(piece, node, from, context) {
      this.#context ??= context;
      if (this.#space && piece[0] !== '\n') {
        this.#startMarks(this.#space.marks);
        this.#append(' ', this.#space.node, this.#space.from, 'collapse');
      } else if (this.#edge && DIGIT_AT_START.test(piece) && DIGIT_AT_END.test(this.#text.slice(-2))) {
        if (this.#edge !== ' ') this.#startMarks(this.#open.length);
        this.#text += this.#edge;
      }
      this.#space = null;
      this.#edge = '';
      this.#startMarks(this.#open.length);
      this.#append(piece, node, from, context.space);
    }

    /** @param {string} piece @param {Text} node @param {number} from @param {Pointline.SpaceMode} space */
    #append(piece, node, from, space) {
      const last = this.#runs.at(-1);
      if (last && last.node === node && last.at + last.length === this.#text.length && last.from + last.length === from) {
        last.length += piece.length;
      } else {
        this.#runs.push({ at: this.#text.length, node, from, length: piece.length, space });
      }
      this.#text += piece;
    }

    /** @param {number} count */
    #startMarks(count) {
      for (const mark of this.#open.slice(0, count)) if (mark.start < 0) mark.start = this.#text.length;
    }

    lineBreak() {
      this.#space = null;
      this.#edge = '';
      if (this.#text) this.#text += '\n';
    }

    /** @param {Pointline.MarkKind} kind @param {string} edge */
    openMark(kind, edge) {
      this.#open.push({ kind, start: -1 });
      if (edge) this.#edge = edge;
    }

    /** @param {string} edge */
    closeMark(edge) {
      const mark = this.#open.pop();
      if (mark) this.#keepMark(mark);
      if (edge) this.#edge = edge;
    }

    /** @param {{kind: Pointline.MarkKind, start: number}} mark */
    #keepMark({ kind, start }) {
      if (start >= 0 && start < this.#text.length) this.#marks.push({ start, end: this.#text.length, kind });
    }

    /** End the current block: trim it, keep it when there is something to see, and begin a new one. */
    endBlock() {
      this.#space = null;
      this.#edge = '';
      if (!this.#text) return;
      for (const mark of this.#open) {
        this.#keepMark(mark);
        mark.start = -1;
      }
      const text = this.#text.replace(EDGE_SPACE, '');
      const lead = text ? this.#text.search(/[^ \t\n\r\f]/) : 0;
      if (!NOTHING_TO_SEE.test(text) && this.#context) {
        this.blocks.push(blockOf(text, this.#context, clip(this.#marks, lead, text.length)));
        this.runs.push(clipRuns(this.#runs, lead, text.length));
      }
      this.#text = '';
      this.#runs = [];
      this.#marks = [];
      this.#context = null;
    }
  }

  /** @param {string} text @param {Pointline.Context} context @param {Pointline.Mark[]} marks @returns {Pointline.Block} */
  function blockOf(text, context, marks) {
    /** @type {Pointline.Block} */
    const block = { text, kind: context.kind };
    if (context.kind === 'heading') block.level = context.level;
    if (context.cell) block.cell = context.cell;
    if (marks.length) block.marks = marks.sort((a, b) => a.start - b.start || b.end - a.end);
    if (context.collapsed) block.collapsed = true;
    return block;
  }

  /** @param {Pointline.Mark[]} marks @param {number} lead @param {number} length */
  function clip(marks, lead, length) {
    return marks
      .map((mark) => ({ ...mark, start: Math.max(mark.start - lead, 0), end: Math.min(mark.end - lead, length) }))
      .filter((mark) => mark.start < mark.end);
  }

  /** @param {Pointline.Run[]} runs @param {number} lead @param {number} length */
  function clipRuns(runs, lead, length) {
    return runs
      .map((run) => {
        const cut = Math.max(lead - run.at, 0);
        const at = run.at + cut - lead;
        return { ...run, at, from: run.from + cut, length: Math.min(run.length - cut, length - at) };
      })
      .filter((run) => run.length > 0);
  }

  /** Walks one document and the trees in it. */
  class Walk {
    writer = new BlockWriter();
    /** @type {Pointline.NotRead} */ notRead = { hidden: 0, frames: 0, images: 0, form_fields: 0, scripts: 0 };
    #tables = 0;
    /** @type {Pointline.WalkOptions} */ #options;

    /** @param {Pointline.WalkOptions} options */
    constructor(options) {
      this.#options = options;
    }

    /** @param {Document} doc @param {Partial<Pointline.Context>} inherited */
    document(doc, inherited = {}) {
      const root = doc.documentElement;
      const view = doc.defaultView;
      if (!root || !view) return;
      this.#element(root, {
        view, kind: 'paragraph', level: 0, cell: null, table: null, row: null, collapsed: false, visible: true, space: 'collapse',
        inSvg: false, inMath: false, ...inherited,
      });
      this.writer.endBlock();
    }

    /** @param {Iterable<Node>} nodes @param {Pointline.Context} context */
    #nodes(nodes, context) {
      for (const node of nodes) this.#node(node, context);
    }

    /** @param {Node} node @param {Pointline.Context} context */
    #node(node, context) {
      const type = node.nodeType;
      if (type === 1) this.#element(/** @type {Element} */ (node), context);
      else if (context.visible && (type === 3 || type === 4)) this.writer.write(/** @type {Text} */ (node), context);
    }

    /** The children as the reader sees them: those of an open shadow root, or what a slot was given. @param {Element} element @param {Pointline.Context} context */
    #children(element, context) {
      const assigned = element.localName === 'slot' ? assignedTo(element) : [];
      if (assigned.length) return this.#nodes(assigned, context);
      for (let node = (element.shadowRoot ?? element).firstChild; node; node = node.nextSibling) this.#node(node, context);
    }

    /** @param {Element} element @param {Pointline.Context} context */
    #element(element, context) {
      const name = plainName(element);
      if (name === 'iframe' && this.#options.frames !== false && this.#frame(element, context)) return;
      if (this.#skipped(name, element, context)) return;
      const style = this.#options.ignoreStyle ? null : context.view.getComputedStyle(element);
      if (isHidden(element, name, style)) {
        this.notRead.hidden += 1;
        return;
      }
      if (name === 'br') {
        if (context.visible) this.writer.lineBreak();
        return;
      }
      const inner = this.#enter(element, name, style, context);
      if (context.visible && !inner.visible) this.notRead.hidden += 1;
      const block = BLOCKS.has(name) || (name === 'text' && context.inSvg) || (style !== null && isBlock(style.display));
      if (block) this.writer.endBlock();
      const mark = markKind(element, name);
      const raised = name === 'sup' || name === 'sub';
      if (mark) this.writer.openMark(mark, raised ? (name === 'sup' ? '^' : '_') : '');
      if (name === 'details' && !element.hasAttribute('open')) this.#closedDetails(element, inner);
      else this.#children(element, inner);
      if (mark) this.writer.closeMark(raised ? ' ' : '');
      if (block) this.writer.endBlock();
    }

    /** @param {string} name @param {Element} element @param {Pointline.Context} context */
    #skipped(name, element, context) {
      const skipped =
        SKIPPED.has(name) || (context.inSvg && SKIPPED_IN_SVG.has(name)) || (context.inMath && SKIPPED_IN_MATH.has(name));
      const sort = COUNTED[name];
      if (skipped && sort && !(name === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden')) this.notRead[sort] += 1;
      return skipped;
    }

    /** Read a frame of the same origin in its place. @param {Element} element @param {Pointline.Context} context */
    #frame(element, context) {
      const doc = frameDocument(element);
      if (!doc?.documentElement || !context.visible) return false;
      const style = this.#options.ignoreStyle ? null : context.view.getComputedStyle(element);
      if (isHidden(element, 'iframe', style) || (style && style.visibility !== 'visible')) return false;
      this.writer.endBlock();
      this.document(doc, { collapsed: context.collapsed, cell: context.cell });
      return true;
    }

    /**
     * What changes on the way into an element; the same object when nothing does.
     * @param {Element} element @param {string} name @param {CSSStyleDeclaration | null} style @param {Pointline.Context} outer
     */
    #enter(element, name, style, outer) {
      const visible = isVisible(element, style, outer.visible);
      const space = spaceMode(name, style, outer.space);
      const collapsed = outer.collapsed || isUntilFound(element);
      const same = visible === outer.visible && space === outer.space && collapsed === outer.collapsed;
      if (same && !CHANGING.has(name)) return outer;
      const context = { ...outer, visible, space, collapsed };
      const { row } = outer;
      if (name === 'table') {
        context.table = { number: this.#tables++, rows: 0 };
        context.row = null;
      } else if (name === 'tr' && outer.table) {
        context.row = { table: outer.table.number, number: outer.table.rows++, cells: 0 };
      } else if (row && (name === 'td' || name === 'th')) {
        context.cell = cellOf(element, name, row);
        context.kind = 'cell';
      } else if (KINDS[name] && KINDS[name] !== 'cell') {
        context.kind = KINDS[name];
        if (context.kind === 'heading') context.level = Number(name[1]);
      }
      if (name === 'svg') context.inSvg = true;
      if (name === 'math') context.inMath = true;
      return context;
    }

    /** Everything in a closed `details` is folded away, save its first `summary`. @param {Element} details @param {Pointline.Context} context */
    #closedDetails(details, context) {
      const summary = [...details.children].find((child) => plainName(child) === 'summary');
      const folded = { ...context, collapsed: true };
      for (const node of details.childNodes) this.#nodes([node], node === summary ? context : folded);
    }
  }

  /** @param {Element} element */
  function plainName(element) {
    const name = element.localName.toLowerCase();
    return name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name;
  }

  /** @param {Element} slot */
  function assignedTo(slot) {
    const inShadow = slot.getRootNode().nodeType === Node.DOCUMENT_FRAGMENT_NODE;
    return inShadow ? /** @type {HTMLSlotElement} */ (slot).assignedNodes() : [];
  }

  /** @param {Element} element @returns {Document | null} */
  function frameDocument(element) {
    try {
      return /** @type {HTMLIFrameElement} */ (element).contentDocument ?? null;
    } catch {
      return null; // Another origin: Firefox throws where Chromium answers null.
    }
  }

  /** @param {Element} element */
  function isUntilFound(element) {
    return element.getAttribute('hidden')?.toLowerCase() === 'until-found';
  }

  /** @param {Element} element @param {string} name @param {CSSStyleDeclaration | null} style */
  function isHidden(element, name, style) {
    if (style) return style.display === 'none' || (style.contentVisibility === 'hidden' && !isUntilFound(element));
    if (element.hasAttribute('hidden') && !isUntilFound(element)) return true;
    const inline = inlineStyle(element);
    return inline?.display === 'none' || inline?.contentVisibility === 'hidden' || (name === 'dialog' && !element.hasAttribute('open'));
  }

  /** @param {Element} element @returns {CSSStyleDeclaration | null} */
  function inlineStyle(element) {
    return element.hasAttribute('style') ? (/** @type {HTMLElement} */ (element).style ?? null) : null;
  }

  /** @param {Element} element @param {CSSStyleDeclaration | null} style @param {boolean} inherited */
  function isVisible(element, style, inherited) {
    const visibility = style ? style.visibility : inlineStyle(element)?.visibility;
    if (visibility === 'visible') return true;
    return visibility === 'hidden' || visibility === 'collapse' ? false : inherited;
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
    return mode.startsWith('pre') || mode.startsWith('break-spaces') ? 'preserve' : 'collapse';
  }

  /** @param {Element} element @param {string} name @param {Pointline.TableRow} row @returns {Pointline.Cell} */
  function cellOf(element, name, row) {
    return {
      table: row.table, row: row.number, index: row.cells++, colspan: spanOf(element, 'colspan'), rowspan: spanOf(element, 'rowspan'),
      header: name === 'th',
    };
  }

  /** @param {Element} element @param {string} attribute */
  function spanOf(element, attribute) {
    const count = Number.parseInt(element.getAttribute(attribute) ?? '1', 10);
    return Number.isNaN(count) ? 1 : Math.min(Math.max(count, 1), 1000);
  }

  /** @param {Element} element @param {string} name @returns {Pointline.MarkKind | null} */
  function markKind(element, name) {
    if (element.getAttribute('class')?.split(/\s+/).includes('mw-editsection')) return 'reference';
    if (name !== 'sup' && name !== 'sub') return null;
    const text = textOf(element);
    if (text.startsWith('[') && text.endsWith(']')) return 'reference';
    const around = element.closest('a');
    const linked = (around && textOf(around) === text) || [...element.querySelectorAll('a')].some((link) => textOf(link) === text);
    return text && linked ? 'reference' : name;
  }

  /** @param {Element} element */
  const textOf = (element) => (element.textContent ?? '').trim();

  /** @param {Pointline.Block | undefined} before @param {Pointline.Block} block */
  function separator(before, block) {
    const [left, right] = [before?.cell, block.cell];
    return left && right && left.table === right.table && left.row === right.row && left.index !== right.index ? '\t' : '\n';
  }

  /** Join the blocks as `exactquote.page.join_blocks` does. @param {Pointline.Block[]} blocks @param {Pointline.Run[][]} runs */
  function join(blocks, runs) {
    let text = '';
    /** @type {Pointline.Run[]} */
    const placed = [];
    blocks.forEach((block, number) => {
      if (number > 0) text += separator(blocks[number - 1], block);
      for (const run of runs[number] ?? []) placed.push({ ...run, at: run.at + text.length });
      text += block.text;
    });
    return { text, runs: placed };
  }

  /**
   * Walk a document.
   * @param {Pointline.WalkOptions} [options]
   * @returns {Pointline.Capture}
   */
  function walk(options = {}) {
    const doc = options.document ?? document;
    const walking = new Walk(options);
    walking.document(doc);
    const { blocks, runs } = walking.writer;
    return {
      page: { url: doc.URL, title: doc.title, lang: doc.documentElement?.lang ?? '', blocks, not_read: walking.notRead },
      ...join(blocks, runs),
    };
  }

  globalThis.pointline = { ...globalThis.pointline, walk };
})();
