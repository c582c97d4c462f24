/** Shapes that pass between the content scripts; they add to those of `extension/types.d.ts`. Offsets are UTF-16 units. */

declare namespace Pointline {
  interface NotRead {
    /** Cut down to nothing (text for screen readers, boxes of no size), or the drawing of a formula that was read. */
    clipped: number;
    /** Read all the same, though fully transparent. */
    transparent: number;
  }

  interface Context { transparent: boolean }

  /** Collects the text of a block; see `builder.js`. */
  interface BlockBuilder {
    blocks: Block[];
    runs: Run[][];
    readonly empty: boolean;
    add(node: Text, space: SpaceMode): void;
    lineBreak(space: SpaceMode): void;
    edge(character: string): void;
    plainEdge(): void;
    open(kind: MarkKind | null): OpenMark;
    close(mark: OpenMark): void;
    flush(context: Context): boolean;
    emptyCell(cell: Cell): void;
  }

  /** A walk on its way: `go` until a time, true at the end. `roots`: the documents and shadow roots entered so far. */
  interface Walking { roots: Node[]; go(until: number): boolean; capture(): Capture }

  /** The parts of the walk, one per file, that later files use. */
  interface WalkParts {
    names: {
      SKIPPED: Set<string>;
      SKIPPED_IN_SVG: Set<string>;
      SKIPPED_IN_MATH: Set<string>;
      REPLACED: Set<string>;
      BLOCKS: Set<string>;
      BLOCK_DISPLAYS: Set<string>;
      PREFORMATTED: Set<string>;
      COUNTED: Record<string, keyof NotRead>;
      KINDS: Record<string, BlockKind>;
      CHANGING: Set<string>;
      RAISED: Map<string, string>;
      MATH_EDGES: Map<string, string[]>;
      MATH_MARKS: Map<string, MarkKind>;
    };
    blanks: {
      isBlank(text: string): boolean;
      trimmed(text: string): [number, number];
      seen(text: string): [number, number];
      isBracketed(text: string): boolean;
    };
    numbers: {
      AFTER_ENTERING: Set<string>;
      AFTER_LEAVING: Set<string>;
      AFTER_PLAIN: Set<string>;
      tailOf(text: string, before: Tail): Tail;
      beginsNumber(text: string, links: Set<string>): boolean | null;
    };
    BlockBuilder: new () => BlockBuilder;
    style: {
      isUntilFound(element: Element): boolean;
      isHidden(element: Element, name: string, style: CSSStyleDeclaration | null): boolean;
      isVisible(element: Element, style: CSSStyleDeclaration | null, inherited: boolean): boolean;
      isClipped(element: Element, style: CSSStyleDeclaration): boolean;
      isBlock(display: string): boolean;
      spaceMode(name: string, style: CSSStyleDeclaration | null, inherited: SpaceMode): SpaceMode;
    };
    tree: {
      shadowOf(element: Element): ShadowRoot | null;
      outermost(doc: Document): Context;
      openDocument(doc: Document, context: Context): OpenElement;
      openElement(element: Element, context: Context, outside: boolean, shadow: ShadowRoot | null): OpenElement;
      nextNode(open: OpenElement): Node | null;
      frameDocument(element: Element): Document | null;
      isClosedSummary(summary: Element): boolean;
      parentOf(element: Element): Element | null;
      hostOf(node: Node): Element | null;
    };
    formula: {
      isReadable(clipped: Element): boolean;
      repeatsFormula(element: Element, view: Window): boolean;
      drawingOf(node: Node): Element | null;
    };
    join(blocks: Block[], runs: Run[][]): { text: string; runs: Run[] };
  }

  interface PageWorld extends WalkParts {
    begin(options?: WalkOptions): Walking;
    /** The walk with pauses, in which the page goes on. */
    walkInChunks(options?: WalkOptions): Promise<Capture>;
    /** Take a claim's paint away. */
    erase(claim: string): void;
  }
}
