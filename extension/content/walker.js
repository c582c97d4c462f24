/**
 * The walk: the live DOM becomes blocks of text, and every character keeps its place.
 *
 * Follows `verifier/exactquote/WALK.md`, as `exactquote/html.py` does for saved pages. A classic script without dependencies, so that the
 * extension and Playwright inject the same file. It leaves one global, `pointline`, in the world it is injected into. All offsets are UTF-16
 * units. Nothing here recurses, so that no nesting is too deep.
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
  /** Skipped, but they take up room in a line: no number is read across them. */
  const REPLACED = names('iframe object embed applet audio video canvas img picture textarea input select progress meter');
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
  /** Elements that change the context by their name. */
  const CHANGING = new Set([...Object.keys(KINDS), 'table', 'tr', 'svg', 'math', 'foreignobject', 'details', 'summary']);
  /** The character that stands for entering an element (or the next child of one, in `math`) if numbers would meet there. */
  const RAISED = new Map([['sup', '^'], ['sub', '_']]);
  /** @type {Map<string, string[]>} */
  const MATH_EDGES = new Map([['msup', ['^']], ['msub', ['_']], ['msubsup', ['_', '^']], ['mfrac', ['/']]]);
  /** The mark over the child that such a character stands before. @type {Map<string, Pointline.MarkKind>} */
  const MATH_MARKS = new Map([['^', 'sup'], ['_', 'sub']]);
  /** Marks and links open at once that are kept apart; deeper ones are read without a mark (hostile nesting). */
  const MOST_OPEN = 8;

  const ANY_GAP = /[ \t\n\r\f]+|\0+/g;
  const GAP_AT_EDGE_OR_TO_COLLAPSE = /[ \t\n\r\f]{2,}|[\t\n\r\f]|^ | $/g;
  const WHITE_SPACE = ' \t\n\r\f';
  const BLANK = /^[ \t\n\r\f\u00A0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000\uFEFF]*$/;
  // Where a number would be read across an edge: the sets of `WALK.md` and `exactquote/number_edges.py`.
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
  const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

  /**
   * Collects the text of the current block. `runs` say where in the DOM its characters come from; a character of no run (line break of a
   * `br`; `^`, `_`, `/` or space between two numbers) stands nowhere in the DOM. Twin of `exactquote/builder.py`.
   */
  class BlockBuilder {
    /** @type {Pointline.Block[]} */ blocks = [];
    /** @type {Pointline.Run[][]} The runs of each block. */ runs = [];
    /** The text in pieces, joined at the end: looking into a growing string would copy it each time. @type {string[]} */ #parts = [];
    #length = 0;
    /** The last unit. */ #last = '';
    /** How the text ends, invisible characters not counted. @type {Pointline.Tail} */ #tail = 'other';
    /** An edge whose character waits for a number to follow. @type {Pointline.Edge | null} */ #edge = null;
    /** @type {Pointline.Run[]} */ #runs = [];
    /** @type {Pointline.OpenMark[]} */ #open = [];
    /** @type {Pointline.Mark[]} */ #marks = [];
    /** @type {Pointline.Span[]} Links inside an open mark. */ #links = [];

    get empty() {
      return this.#length === 0;
    }

    /** @param {Text} node @param {Pointline.SpaceMode} space */
    add(node, space) {
      const data = node.data.toWellFormed();
      if (space === 'preserve') return this.#addPreserved(node, data);
      // A single space between two words stays where it is, so only the other gaps are looked at.
      const gaps = data.includes('\0') ? ANY_GAP : GAP_AT_EDGE_OR_TO_COLLAPSE;
      let from = 0;
      for (const { 0: gap, index } of data.matchAll(gaps)) {
        if (index > from) this.#append(data.slice(from, index), node, from, space);
        if (space === 'breaks' && gap.includes('\n')) this.#addBreaks(node, index, gap);
        else if (gap[0] !== '\0' && this.#takesSpace()) this.#append(' ', node, index, space);
        from = index + gap.length;
      }
      if (from < data.length) this.#append(data.slice(from), node, from, space);
    }

    /** @param {Text} node @param {string} data */
    #addPreserved(node, data) {
      for (const { 0: piece, index } of data.matchAll(/\r\n?|\0+|[^\r\0]+/g)) {
        if (piece[0] !== '\0') this.#append(piece[0] === '\r' ? '\n' : piece, node, index, 'preserve');
      }
    }

    /** The line breaks of `white-space: pre-line`. @param {Text} node @param {number} index @param {string} gap */
    #addBreaks(node, index, gap) {
      this.#dropSpace();
      for (let at = gap.indexOf('\n'); at >= 0; at = gap.indexOf('\n', at + 1)) this.#append('\n', node, index + at, 'breaks');
    }

    #takesSpace() {
      return this.#last !== '' && this.#last !== ' ' && this.#last !== '\n';
    }

    /** The line break of a `br`; collapsible white space before it goes. @param {Pointline.SpaceMode} space */
    lineBreak(space) {
      if (space !== 'preserve') this.#dropSpace();
      this.#edge = null;
      this.#push('\n');
    }

    /** @param {string} piece */
    #push(piece) {
      this.#parts.push(piece);
      this.#length += piece.length;
      this.#last = piece.slice(-1);
      this.#tail = tailOf(piece, this.#tail);
    }

    #dropSpace() {
      const run = this.#runs.at(-1);
      const part = this.#parts.pop();
      if (part === undefined) return;
      if (!part.endsWith(' ') || !run) {
        this.#parts.push(part);
        return;
      }
      if (part.length > 1) this.#parts.push(part.slice(0, -1));
      this.#length -= 1;
      this.#last = this.#since(Math.max(this.#length - 1, 0));
      run.length -= 1;
      if (!run.length) this.#runs.pop();
      for (const mark of this.#open) mark.start = Math.min(mark.start, this.#length);
      for (let at = this.#marks.length - 1; at >= 0; at -= 1) {
        const mark = this.#marks[at];
        if (!mark || mark.end <= this.#length) break;
        mark.end = this.#length;
      }
    }

    /** The text from an offset on. @param {number} start */
    #since(start) {
      /** @type {string[]} */
      const taken = [];
      let missing = this.#length - start;
      for (let at = this.#parts.length - 1; at >= 0 && missing > 0; at -= 1) {
        const part = this.#parts[at] ?? '';
        taken.push(part.length > missing ? part.slice(-missing) : part);
        missing -= part.length;
      }
      return taken.reverse().join('');
    }

    /** Note an edge that no number crosses. The last edge decides. @param {string} character */
    edge(character) {
      this.#edge = this.#tail === 'other' ? null : this.#edgeHere(character, character === ' ' ? AFTER_LEAVING : AFTER_ENTERING);
    }

    /** Note an edge between elements of a formula, unless another waits. */
    plainEdge() {
      if (!this.#edge && this.#tail === 'number') this.#edge = this.#edgeHere(' ', AFTER_PLAIN);
    }

    /** @param {string} character @param {Set<string>} links @returns {Pointline.Edge} */
    #edgeHere(character, links) {
      return { character, links, part: this.#parts.length, at: this.#length };
    }

    /** Put the character of an edge where it was noted; marks and links that begin there get it. @param {Pointline.Edge} edge */
    #insert({ character, part, at }) {
      this.#parts.splice(part, 0, character);
      this.#length += 1;
      for (const mark of this.#open) if (mark.start > at) mark.start += 1;
      for (const spans of [this.#marks, this.#links]) {
        for (let number = spans.length - 1; number >= 0; number -= 1) {
          const span = spans[number];
          if (!span || span.end <= at) break;
          if (span.start > at) span.start += 1;
          span.end += 1;
        }
      }
      for (let number = this.#runs.length - 1; number >= 0; number -= 1) {
        const run = this.#runs[number];
        if (!run || run.at < at) break;
        run.at += 1;
      }
    }

    /** @param {string} piece @param {Text} node @param {number} from @param {Pointline.SpaceMode} space */
    #append(piece, node, from, space) {
      if (this.#edge) {
        const meets = beginsNumber(piece, this.#edge.links);
        if (meets) this.#insert(this.#edge);
        if (meets !== null) this.#edge = null;
      }
      const run = this.#runs.at(-1);
      const at = this.#length;
      if (run && run.node === node && run.at + run.length === at && run.from + run.length === from) run.length += piece.length;
      else this.#runs.push({ at, node, from, length: piece.length, space });
      this.#push(piece);
    }

    /** Begin a mark, or a link when `kind` is null. @param {Pointline.MarkKind | null} kind @returns {Pointline.OpenMark} */
    open(kind) {
      const mark = { kind, start: this.#length };
      if (this.#open.length < MOST_OPEN) this.#open.push(mark);
      return mark;
    }

    /** @param {Pointline.OpenMark} mark */
    close(mark) {
      const at = this.#open.indexOf(mark);
      if (at < 0) return;
      for (const ended of this.#open.slice(at).reverse()) this.#end(ended);
      this.#open.length = at;
      if (!this.#inMark()) this.#links = [];
    }

    #inMark() {
      return this.#open.some((mark) => mark.kind === 'sup' || mark.kind === 'sub');
    }

    /** @param {Pointline.OpenMark} ended */
    #end({ kind, start }) {
      const end = this.#length;
      if (start >= end) return;
      if (kind === null) this.#endLink(start);
      else this.#marks.push({ start, end, kind: kind === 'reference' || this.#isReference(start) ? 'reference' : kind });
    }

    /** Remember a link inside a mark; a mark that is all a link holds becomes a reference. @param {number} start */
    #endLink(start) {
      if (this.#inMark()) this.#links.push({ start, end: this.#length });
      const [first, last] = seen(this.#since(start));
      for (let at = this.#marks.length - 1; at >= 0; at -= 1) {
        const mark = this.#marks[at];
        if (!mark || mark.start < start) break;
        if (mark.start - start <= first && mark.end - start >= last) mark.kind = 'reference';
      }
    }

    /** @param {number} start */
    #isReference(start) {
      const text = this.#since(start);
      if (isBracketed(text)) return true;
      const links = this.#links.filter((link) => link.end > start);
      let outside = '';
      let end = text.length;
      for (const link of links.toReversed()) {
        outside += text.slice(link.end - start, Math.max(end, link.end - start));
        end = Math.min(end, Math.max(link.start - start, 0));
      }
      return links.length > 0 && !LETTER_OR_DIGIT.test(outside + text.slice(0, end));
    }

    /** End the block; tell whether it had text. Marks that are open go on at the start of the next. @param {Pointline.Context} context */
    flush(context) {
      if (this.#length) for (const mark of this.#open.toReversed()) this.#end(mark);
      const whole = this.#parts.join('');
      const [lead, end] = trimmed(whole);
      const text = whole.slice(lead, end);
      const kept = !BLANK.test(text);
      if (kept) {
        this.blocks.push(blockOf(text, context, clipMarks(this.#marks, lead, text.length)));
        this.runs.push(clipRuns(this.#runs, lead, text.length));
      }
      this.#parts = [];
      this.#length = 0;
      this.#last = '';
      this.#tail = 'other';
      this.#edge = null;
      this.#runs = [];
      this.#marks = [];
      this.#links = [];
      for (const mark of this.#open) mark.start = 0;
      return kept;
    }

    /** Keep the place of a cell without text. @param {Pointline.Cell} cell */
    emptyCell(cell) {
      this.blocks.push({ text: '', kind: 'cell', cell });
      this.runs.push([]);
    }
  }

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

  /** @param {string} text @param {Pointline.Context} context @param {Pointline.Mark[]} marks @returns {Pointline.Block} */
  function blockOf(text, context, marks) {
    /** @type {Pointline.Block} */
    const block = { text, kind: context.kind };
    if (context.kind === 'heading') block.level = context.level;
    if (context.cell) block.cell = context.cell;
    if (marks.length) block.marks = marks;
    if (context.collapsed) block.collapsed = true;
    return block;
  }

  /** @param {Pointline.Mark[]} marks @param {number} lead @param {number} length */
  function clipMarks(marks, lead, length) {
    return marks
      .map(({ start, end, kind }) => ({ start: Math.max(start - lead, 0), end: Math.min(end - lead, length), kind }))
      .filter((mark) => mark.start < mark.end)
      .sort((a, b) => a.start - b.start || b.end - a.end);
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

  /** Walks a document and the trees in it. Twin of `exactquote/html.py`. */
  class Walk {
    builder = new BlockBuilder();
    /** @type {Pointline.NotRead} */ notRead = { hidden: 0, frames: 0, images: 0, form_fields: 0, scripts: 0 };
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
      for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
        const node = nextNode(open);
        if (!node) this.#leave();
        else if (node.nodeType === Node.ELEMENT_NODE) this.#enter(/** @type {Element} */ (node), open);
        else if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) this.#text(node, open.context);
      }
      this.#endBlock();
    }

    /** @param {Node} node @param {Pointline.Context} context */
    #text(node, context) {
      if (!context.visible) return;
      if (this.builder.empty) this.#written = context;
      this.builder.add(/** @type {Text} */ (node), context.space);
    }

    /** @param {Element} element @param {Pointline.OpenElement} parent */
    #enter(element, parent) {
      const name = element.localName.toLowerCase();
      const { context } = parent;
      if (name === 'iframe' && this.#enterFrame(element, context)) return;
      if (this.#skips(name, element, context)) return;
      const style = this.#styleOf(element, context);
      if (isHidden(element, name, style)) {
        this.notRead.hidden += 1;
        return;
      }
      if (name === 'br') this.#lineBreak(context);
      const open = openElement(element, this.#inside(element, name, style, parent), context.collapsed);
      if (BLOCKS.has(name) || (name === 'text' && context.foreign === 'svg') || (style && isBlock(style.display))) {
        this.#endBlock();
        open.block = true;
        if (open.context.cell !== context.cell) {
          open.used = false;
          this.#cells.push(open);
        }
      }
      this.#openMark(element, name, open);
      if (open.context.foreign === 'math') this.#mathEdge(name, parent, open);
      this.#open.push(open);
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
      if (isHidden(element, 'iframe', style) || !isVisible(element, style, true)) return false;
      this.#endBlock();
      const { collapsed, cell } = context;
      this.#open.push({ ...openDocument(doc, { ...outermost(doc), collapsed, cell }), block: true });
      return true;
    }

    /**
     * What changes on the way into an element; the same object when nothing does.
     * @param {Element} element @param {string} name @param {CSSStyleDeclaration | null} style @param {Pointline.OpenElement} parent
     */
    #inside(element, name, style, parent) {
      const outer = parent.context;
      const visible = isVisible(element, style, outer.visible);
      const space = spaceMode(name, style, outer.space);
      const collapsed = outer.collapsed || isUntilFound(element);
      if (outer.visible && !visible) this.notRead.hidden += 1;
      const same = visible === outer.visible && space === outer.space && collapsed === outer.collapsed;
      if (same && !CHANGING.has(name)) return outer;
      const context = { ...outer, visible, space, collapsed };
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

    /** @param {Element} element @param {string} name @param {Pointline.OpenElement} open */
    #openMark(element, name, open) {
      const edge = RAISED.get(name);
      if (edge) {
        this.builder.edge(edge);
        open.raised = true;
      }
      if (element.getAttribute('class')?.split(/[ \t\n\r\f]+/).includes('mw-editsection')) open.mark = this.builder.open('reference');
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

  /** @param {Document} doc @returns {Pointline.Context} */
  function outermost(doc) {
    return {
      view: doc.defaultView ?? window, kind: 'paragraph', level: 0, cell: null, table: null, row: null, collapsed: false, visible: true,
      space: 'collapse', foreign: '',
    };
  }

  /** @param {Document} doc @param {Pointline.Context} context @returns {Pointline.OpenElement} */
  function openDocument(doc, context) {
    const given = doc.documentElement ? [doc.documentElement] : [];
    return { context, next: null, given, block: false, mark: null, math: '', children: 0, raised: false, used: true, outside: context.collapsed };
  }

  /**
   * An element on the way down. Its children are those that the reader sees: of an open shadow root, or what a slot was given.
   * @param {Element} element @param {Pointline.Context} context
   * @param {boolean} outside whether the element itself stands in something folded away
   * @returns {Pointline.OpenElement}
   */
  function openElement(element, context, outside) {
    const given = element.localName === 'slot' ? assignedTo(element) : [];
    const next = given.length ? null : (element.shadowRoot ?? element).firstChild;
    return { context, next, given, block: false, mark: null, math: '', children: 0, raised: false, used: true, outside };
  }

  /** @param {Pointline.OpenElement} open */
  function nextNode(open) {
    const node = open.next;
    if (!node) return open.given.shift() ?? null;
    open.next = node.nextSibling;
    return node;
  }

  /** @param {Element} slot */
  function assignedTo(slot) {
    const inShadow = slot.getRootNode().nodeType === Node.DOCUMENT_FRAGMENT_NODE;
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
    const details = summary.parentElement;
    if (details?.localName !== 'details' || details.hasAttribute('open')) return false;
    return [...details.children].find((child) => child.localName === 'summary') === summary;
  }

  /** @param {Element} element */
  function isUntilFound(element) {
    return element.getAttribute('hidden')?.trim().toLowerCase() === 'until-found';
  }

  /** @param {Element} element @param {string} name @param {CSSStyleDeclaration | null} style */
  function isHidden(element, name, style) {
    if (style) return style.display === 'none' || (style.contentVisibility === 'hidden' && !isUntilFound(element));
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

  /** @param {Element} element @param {string} attribute */
  function spanOf(element, attribute) {
    const digits = /^[ \t\n\r\f]*([0-9]+)/.exec(element.getAttribute(attribute) ?? '')?.[1] ?? '1';
    return Math.min(Math.max(Number(digits.slice(0, 6)), 1), 1000);
  }

  /** Join the blocks as `exactquote.page.join_blocks` does. @param {Pointline.Block[]} blocks @param {Pointline.Run[][]} runs */
  function join(blocks, runs) {
    let text = '';
    /** @type {Pointline.Run[]} */
    const placed = [];
    /** @type {Pointline.Block | null} */
    let before = null;
    for (const [number, block] of blocks.entries()) {
      if (!block.text) continue;
      if (before) text += separator(before.cell, block.cell);
      for (const run of runs[number] ?? []) placed.push({ ...run, at: run.at + text.length });
      text += block.text;
      before = block;
    }
    return { text, runs: placed };
  }

  /** @param {Pointline.Cell | undefined} left @param {Pointline.Cell | undefined} right */
  function separator(left, right) {
    return left && right && left.table === right.table && left.row === right.row && left.index !== right.index ? '\t' : '\n';
  }

  /**
   * Walk a document.
   * @param {Pointline.WalkOptions} [options]
   * @returns {Pointline.Capture}
   */
  function walk(options = {}) {
    const doc = options.document ?? document;
    const { builder, notRead } = new Walk(doc, options);
    const { blocks, runs } = builder;
    const root = doc.documentElement;
    const lang = (root.getAttribute('lang') || root.getAttribute('xml:lang') || '').trim();
    return { page: { url: doc.URL, title: doc.title, lang, blocks, not_read: notRead }, ...join(blocks, runs) };
  }

  globalThis.pointline = { ...globalThis.pointline, walk };
})();
