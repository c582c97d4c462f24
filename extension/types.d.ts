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
    inSvg: boolean;
    inMath: boolean;
  }

  interface PageWorld { walk(options?: WalkOptions): Capture }
}

declare var pointline: Pointline.PageWorld;
