/** Shapes that pass between the files of the extension. Offsets are UTF-16 units. */

declare namespace Pointline {
  type BlockKind = 'heading' | 'paragraph' | 'list_item' | 'cell' | 'caption' | 'code' | 'quote' | 'term' | 'definition';
  type MarkKind = 'reference' | 'sup' | 'sub';
  /** How white space is treated: collapsed, kept, or collapsed with line breaks kept (`pre-line`). */
  type SpaceMode = 'collapse' | 'preserve' | 'breaks';

  interface Span { start: number; end: number }
  interface Mark extends Span { kind: MarkKind }
  interface Cell { table: number; row: number; index: number; colspan: number; rowspan: number; header: boolean }
  interface NotRead { hidden: number; frames: number; images: number; form_fields: number; scripts: number }

  /** A captured block, as WALK.md has it. */
  interface Block { text: string; kind: BlockKind; level?: number; cell?: Cell; marks?: Mark[]; collapsed?: boolean }

  /** What `POST /v1/pages` takes. */
  interface CapturedPage { url: string; title: string; lang: string; blocks: Block[]; not_read: NotRead }

  /** `length` characters at `at` of the text are those at `from` of `node`, one for one (collapsed white space is a space in the text). */
  interface Run { at: number; node: Text; from: number; length: number; space: SpaceMode }

  interface Capture { page: CapturedPage; text: string; runs: Run[] }

  interface WalkOptions {
    document?: Document;
    /** Judge visibility and blocks by names and attributes only, as the walk of saved HTML must. */
    ignoreStyle?: boolean;
    /** Read frames of the same origin in place (default true). */
    frames?: boolean;
  }

  interface TableCount { number: number; rows: number }
  interface TableRow { table: number; number: number; cells: number }

  /** What the walk knows at a place of the tree. */
  interface Context {
    view: Window;
    kind: BlockKind;
    level: number;
    cell: Cell | null;
    table: TableCount | null;
    row: TableRow | null;
    collapsed: boolean;
    visible: boolean;
    space: SpaceMode;
    foreign: '' | 'svg' | 'math';
  }

  /** How a text ends, invisible characters not counted: `link` is a number, then nothing but points and signs. */
  type Tail = 'other' | 'number' | 'link';

  /** An edge that waits for a number to follow; `links` may stand between the two. `part` and `at`: where its character would go. */
  interface Edge { character: string; links: Set<string>; part: number; at: number }

  /** A mark or a link (`kind` null) whose element has not ended yet. */
  interface OpenMark { kind: MarkKind | null; start: number }

  /** An element whose children are being walked: `next` and `given` are those still to come. */
  interface OpenElement {
    context: Context;
    next: Node | null;
    given: Node[] | null;
    block: boolean;
    mark: OpenMark | null;
    math: string;
    children: number;
    raised: boolean;
    used: boolean;
    outside: boolean;
  }

  /** What a capture is to say of a selection: nothing, what is selected now (which is held), or what was held. */
  type Selecting = 'none' | 'now' | 'held';

  /** What the panel gets of a capture; `id` names it in later calls. */
  interface CaptureAnswer { id: string; type: string; page: CapturedPage; text: string; selection: Span | null }

  /** Part of a span that stands in one text node: `length` characters at `at` of the text, `[from, to)` of the node. */
  interface Part { node: Text; at: number; from: number; to: number; length: number; space: SpaceMode; range: Range | null }
  interface Place { span: Span; parts: Part[] }
  interface Painted { capture: Capture; quote: Place[]; line: Place[] }

  interface PaintOrder { capture: string; claim: string; spans: Span[]; line_spans: Span[] }
  /** `lost`: the text no longer stands where it was read. `left`: the page was left or loaded anew, so its places are not known. */
  type PaintState = 'painted' | 'lost' | 'left';

  /** What `POST /v1/pages` answers; `characters` are code points. */
  interface KeptPage { page_id: string; sha256: string; url: string; characters: number; units: number }

  interface Fact { kind: string; text: string; status: string; formula?: string | null }

  /** Something about how an answer was found that the person should know. */
  interface Note { code: string; text: string }

  /** A line that a claim points at. */
  interface Line {
    quote: string;
    line: string;
    status: string;
    fold: string | null;
    flags: string[];
    spans: Span[];
    line_spans: Span[];
    heading_path?: string[];
    /** That of the line's block, or `row` for a row of a table. */
    kind?: BlockKind | 'row';
    /** Of a PDF, from 1. */
    page?: number | null;
  }

  /** Something to know before using a claim, with the line of the page that shows it; null where it is about none. */
  interface Caveat { code: string; detail: string; line: string | null; spans: Span[]; page?: number | null; page_sha256?: string }

  /** A claim as the daemon sends it, with `more` lines where it needs several. Line found and claim supported are two findings. */
  interface Claim extends Line {
    text: string;
    score?: number | null;
    more?: Line[];
    support: { verdict: string; facts: Fact[]; flags?: string[] };
    caveats?: Caveat[];
    /** Of the page that its lines stand on: the one that was asked, or one of the thread. */
    page_sha256?: string;
    /** The question of the thread, from 1, that found this line before. */
    from_turn?: number | null;
    attempts: number;
  }

  /** `codes`: the kinds of fault that `reason` puts into words. */
  interface Withheld { text: string; quote: string; reason: string; codes?: string[]; attempts: number }
  interface NearLine extends Span { text: string; page?: number | null; page_sha256?: string }
  /** `place`: how far the question has come in the queue (1: next). */
  interface Progress { step: string; share: number | null; place?: number | null }

  interface Answer {
    page: { url: string; sha256: string; characters: number; units: number; read_share: number };
    question: string;
    claims: Claim[];
    none: boolean;
    nearest: NearLine[];
    withheld: Withheld[];
    notes?: Note[];
    stats: Record<string, unknown>;
    session_id?: string;
    thread_id?: string;
    probe?: { framings: Framing[]; depends_on_framing: boolean } | null;
  }

  /** What `GET /v1/status` answers, as far as the panel shows it. */
  interface Status { version: string; engine: string; model: string; asks_under_way: number; queue: number; store: { kept: boolean } }

  /** How far a table, a check or a recheck has come; `item` and `field` name the cell of a table. */
  interface WorkProgress extends Progress { done?: number; total?: number; item?: string | null; field?: string | null }

  /** A line that a record points at: `spans` of the whole line, `value_spans` of the value in it. */
  interface WorkLine {
    quote: string | null;
    spans: Span[];
    value_spans?: Span[];
    page_sha256?: string;
    source_url?: string;
    deep_link?: string;
  }
  interface WorkCaveat extends Caveat { source_url: string }
  /** `replaced`: the verdicts that a person replaced, the last one last; it is there only where a person judged from here. */
  interface Judged {
    verdict: string;
    verdict_source?: string;
    score: number | null;
    caveats: WorkCaveat[];
    why: string;
    replaced?: Replaced[];
  }
  interface Replaced { verdict: string; verdict_source: string; score: number | null; why: string }
  /** What `PUT /v1/cells/{id}/verdict` answers, as far as the panel shows it. */
  interface JudgedCell extends Replaced { replaced: Replaced[] }

  /** A value of a table with its evidence; `kept`: it was found by an earlier run. */
  interface TableCell extends WorkLine, Judged {
    table_id?: string;
    /** Its name in the history; null when nothing is kept. */
    cell_id: string | null;
    kept: boolean;
    item: string;
    field: string;
    value: string | null;
    source_url: string;
    source_title: string;
    heading_path: string[];
    attempts: number;
  }

  /** A claim of a text that was checked. */
  interface CheckedClaim extends WorkLine, Judged {
    number: number;
    text: string;
    status: 'cited' | 'against' | 'uncited';
    source_url: string;
    link_works: boolean | null;
    relevant: boolean | null;
    more: WorkLine[];
    nearest: WorkLine | null;
    cell_id: string | null;
  }
  interface Fix { claim: number; fault: string; text: string }
  interface CheckReport {
    claims: CheckedClaim[];
    rates: { link_works: number | null; relevant: number | null; supported: number | null; claims: number };
    /** A claim is refuted or has no line; with `strict` also: is uncertain. */
    failed: boolean;
    fixes: Fix[];
    session_id: string;
    notes: Note[];
  }
  /** A kept line as it stands now. */
  interface RecheckedLine { id: string; now: string; problem: string }

  /** The lines that answer a question in somebody's words. */
  interface Framing { framing: string; question: string; lines: (NearLine & { source_url: string })[]; values: string[] }

  interface Session { session_id: string; title: string; created_at: string; asks: number; cells: number }
  /** A question as the daemon's history keeps it. */
  interface Kept {
    ask_id: string;
    question: string;
    state: string;
    created_at: string;
    page: { url: string; title: string };
    result: { none: boolean; claims: { text: string; lines: { line: string }[] }[] } | null;
  }

  /** A cell, or a claim that was checked, as the daemon's history keeps it. */
  interface KeptCell { cell_id: string; item: string; field: string; value: string | null; quote: string | null; verdict: string; source_url: string }

  /** What the content scripts leave in their world of the page. */
  interface PageWorld extends WalkParts {
    walk(options?: WalkOptions): Capture;
    begin(options?: WalkOptions): Walking;
    walkInChunks(options?: WalkOptions): Promise<Capture>;
    captures: Map<string, Capture>;
    count: number;
    /** What was last selected, kept because focus in the panel may end a selection. */
    held: Range | null;
    capture(options?: { selection?: Selecting }): Promise<CaptureAnswer>;
    holds(): boolean;
    reveal(range: Range): void;
    painted: Map<string, Painted>;
    /** Documents and shadow roots that know the style of the highlights. */
    styled: WeakMap<Node, CSSStyleSheet | HTMLStyleElement>;
    /** The claim that was scrolled to last. */
    shown: string | null;
    paint(order: PaintOrder): Promise<PaintState>;
    show(claim: string): Promise<PaintState>;
    readBack(claim: string): { quote: string[]; line: string[] } | null;
    erase(claim: string): void;
    clear(): void;
  }
}

declare var pointline: Pointline.PageWorld;

interface Window {
  CSS: typeof CSS;
  Highlight: typeof Highlight;
}
