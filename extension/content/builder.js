/** The text of a block while it is being read. A classic script, put in after `blanks.js` and `numbers.js`. */
(() => {
  'use strict';

  const { AFTER_ENTERING, AFTER_LEAVING, AFTER_PLAIN, tailOf, beginsNumber } = globalThis.pointline.numbers;
  const { isBlank, trimmed, seen, isBracketed } = globalThis.pointline.blanks;

  /** Marks and links open at once that are kept apart; deeper ones are read without a mark (hostile nesting). */
  const MOST_OPEN = 8;

  const ANY_GAP = /[ \t\n\r\f]+|\0+/g;
  const GAP_AT_EDGE_OR_TO_COLLAPSE = /[ \t\n\r\f]{2,}|[\t\n\r\f]|^ | $/g;
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
      const kept = !isBlank(text);
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

  Object.assign(globalThis.pointline, { BlockBuilder });
})();
