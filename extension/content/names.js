/**
 * What the walk knows of elements by their names: the lists of `verifier/exactquote/WALK.md`. A classic script, the first to be put into a page.
 */
(() => {
  'use strict';

  /** @param {string} list */
  const names = (list) => new Set(list.split(' '));
  const SKIPPED = names(
    'script style template noscript head title meta link iframe frame noframes noembed object embed applet audio video canvas ' +
      'img picture map textarea input select datalist progress meter rp rt',
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
  /** Elements that set what they hold apart from the text around: no number is read across their edges. */
  const APART = names('button del s strike');
  /** @type {Map<string, string[]>} */
  const MATH_EDGES = new Map([['msup', ['^']], ['msub', ['_']], ['msubsup', ['_', '^']], ['mfrac', ['/']]]);
  /** The mark over the child that such a character stands before. @type {Map<string, Pointline.MarkKind>} */
  const MATH_MARKS = new Map([['^', 'sup'], ['_', 'sub']]);

  // The panel puts these scripts in each time it is opened; what is known of the page stays.
  // An element by that id would be taken for it, were it only asked whether there is one.
  if (!Object.hasOwn(globalThis, 'pointline')) {
    Object.defineProperty(globalThis, 'pointline', { value: {}, writable: true, configurable: true, enumerable: true });
  }
  const listed = {
    SKIPPED, SKIPPED_IN_SVG, SKIPPED_IN_MATH, REPLACED, APART, BLOCKS, BLOCK_DISPLAYS, PREFORMATTED, COUNTED, KINDS, CHANGING, RAISED, MATH_EDGES,
    MATH_MARKS,
  };
  Object.assign(globalThis.pointline, { names: listed });
})();
