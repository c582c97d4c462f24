/** Shapes that pass between the content scripts; they add to those of `extension/types.d.ts`. Offsets are UTF-16 units. */

declare namespace Pointline {
  interface NotRead {
    /** Cut down to nothing (text for screen readers, boxes of no size), or the drawing of a formula that was read. */
    clipped: number;
    /** Read all the same, though fully transparent. */
    transparent: number;
  }

  /** `tiny`: the text is set in no size. */
  interface Context { transparent: boolean; tiny: boolean }

  /** `starts`: where each block begins in the text; -1 for a block without text. */
  interface Capture { starts: number[] }

  /** `seen`: what is to be seen in place of the range, when that is clipped away (a formula's drawing). */
  interface Part { seen?: Range | null }
  /** `verdict`: what is said of the claim; it chooses the layer of the quote. */
  interface PaintOrder { verdict?: string }
  /** The capture that a claim was first painted by, with its name. */
  interface Origin { id: string; capture: Capture }
  interface Painted { order: PaintOrder; origin: Origin }
  /** A claim whose line is not on the page now, and where it stood last. */
  interface Lost { order: PaintOrder; capture: Capture; origin: Origin }
  interface Change { claim: string; state: PaintState }

  /** What the page tells the panel, as `{about: 'page', event}`. */
  type PageEvent =
    | { kind: 'hover'; claim: string | null }
    | { kind: 'click'; claim: string }
    | { kind: 'shown'; claim: string }
    | { kind: 'back' }
    | { kind: 'state'; claim: string; state: PaintState };

  /** What is known of a capture's blocks: those with text, by name; each text node's block, each block's first text node. */
  interface Known {
    numbers: number[];
    names: Map<string, number[]>;
    nameOf: Map<number, string>;
    owners: Map<Text, number>;
    firsts: Map<number, Text>;
  }

  /** Text to be searched, folded and as it is (as long); where each text node begins in it. */
  interface Haystack { text: string; raw: string; starts: Map<Text, number>; nodes: Text[] }
  /** A word of a text node; `at` of the haystack, -1 when no link may hold it. */
  interface LinkWord { node: Text; start: number; end: number; at: number; space: SpaceMode }

  /** What watches for changes. `cost`: milliseconds that the last walk took; `seen`: the changes it knew of. */
  interface Eye {
    observer: MutationObserver | null;
    roots: WeakSet<object>;
    walked: Capture | null;
    changes: number;
    seen: number;
    cost: number;
    waiting: boolean;
  }

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
      APART: Set<string>;
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
    /** What a node says of itself; see `plain.js`. */
    plain: {
      nodeType(node: Node): number;
      nextSibling(node: Node): Node | null;
      firstChild(node: Node): Node | null;
      parentElement(node: Node): Element | null;
      localName(element: Element): string;
      children(element: Element): HTMLCollection;
      assignedSlot(element: Element): Element | null;
      attribute(element: Element, name: string): string | null;
      has(element: Element, name: string): boolean;
      hasAny(element: Element): boolean;
      root(node: Node): Node;
      closest(element: Element, selector: string): Element | null;
      isShown(element: Element, options: CheckVisibilityOptions): boolean;
      scrollTo(element: Element, options: ScrollIntoViewOptions): void;
      box(element: Element): DOMRect;
    };
    clip: {
      clipsAway(path: string, box: { width: number; height: number }): boolean;
      isScaledAway(style: CSSStyleDeclaration): boolean;
    };
    style: {
      isUntilFound(element: Element): boolean;
      isHidden(element: Element, name: string, style: CSSStyleDeclaration | null, display?: string): boolean;
      isVisible(element: Element, style: CSSStyleDeclaration | null, inherited: boolean): boolean;
      isClipped(element: Element, style: CSSStyleDeclaration, display?: string): boolean;
      isFrameUnseen(frame: Element, style: CSSStyleDeclaration | null): boolean;
      isOut(style: CSSStyleDeclaration): boolean;
      isTiny(style: CSSStyleDeclaration | null): boolean;
      isInitial(element: Element, style: CSSStyleDeclaration): boolean;
      isBlock(display: string): boolean;
      spaceMode(name: string, style: CSSStyleDeclaration | null, inherited: SpaceMode): SpaceMode;
    };
    tree: {
      shadowOf(element: Element, name: string): ShadowRoot | null;
      outermost(doc: Document): Context;
      openDocument(doc: Document, context: Context): OpenElement;
      openElement(element: Element, name: string, context: Context, outside: boolean, shadow: ShadowRoot | null): OpenElement;
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
    join(blocks: Block[], runs: Run[][]): { text: string; runs: Run[]; starts: number[] };
  }

  interface PageWorld extends WalkParts {
    begin(options?: WalkOptions): Walking;
    /** The walk with pauses, in which the page goes on. */
    walkInChunks(options?: WalkOptions): Promise<Capture>;
    places: {
      placesOf(capture: Capture, spans: Span[]): Place[];
      rangeOf(part: Part): Range;
      asWalked(data: string, space: SpaceMode): string;
      stands(capture: Capture, all: Part[]): boolean;
      isSeen(part: Part): boolean;
    };
    layers: {
      layerOf(verdict: string | undefined): string;
      put(part: Part, layer: string): void;
      lift(part: Part, layers?: string[]): void;
      lies(part: Part): boolean;
    };
    lost: Map<string, Lost>;
    /** The highlights of each window. */
    laid: WeakMap<Window, { registry: HighlightRegistry; layers: Map<string, Highlight> }>;
    /** The claim that is pointed at, in the panel or in the page. */
    hovered: string | null;
    eye: Eye;
    before: { scrolls: Map<Element, [number, number]>; folds: (() => void)[] };
    hands: AbortController | undefined;
    /** Hears what the panel would be told (tests). */
    heard: ((event: PageEvent) => void) | undefined;
    spansAgain(then: Capture, spans: Span[], now: Capture): Span[] | null;
    watch(capture: Capture): void;
    newest(): Promise<Capture>;
    settle(): Promise<Change[]>;
    unshow(): void;
    hover(claim: string | null): void;
    inOrder(): string[];
    move(step: 1 | -1): Promise<string | null>;
    /** Show the next line or the one before, and tell the panel. */
    go(step: 1 | -1): Promise<string | null>;
    giveBack(): boolean;
    /** Give the reader their place back, and tell the panel. */
    goBack(): boolean;
    tell(event: PageEvent): void;
    /** An address that leads to a painted claim's line; null when none is sure to work. */
    deepLink(claim: string): string | null;
    /** A painted claim's line as a quotation with its source. */
    quotation(claim: string): string | null;
    heed(doc: Document): void;
    claimAt(doc: Document, x: number, y: number): string | null;
    /** Take a claim's paint away. */
    erase(claim: string): void;
  }
}
