/**
 * An address that leads to a line in any browser (`#:~:text=start,end`), built so that it works, and offered only when our own search
 * after the rules of the browsers (https://wicg.github.io/scroll-to-text-fragment/) comes to the line with it. A classic script, put in
 * after `painter.js`.
 *
 * Browsers differ on invisible characters, ligatures, marks, quotes and dashes, and none finds a phrase across a line break, a note or the edge
 * of a block. So the phrases of a link are of plain words that follow one another in one line of text; what stands between the phrases does not matter.
 */
(() => {
  'use strict';

  const world = globalThis.pointline;
  const { closest, parentElement } = world.plain;
  /** Words that a phrase begins with, and that it may grow to until it is the only one on the page. */
  const [LEAST, MOST] = [2, 12];
  /** Longer lines are given by start and end. */
  const LONGEST_WHOLE = 80;
  /** What all browsers compare alike: letters of precomposed form, digits, and signs that none of them folds. */
  const PLAIN = /^[\p{L}\p{Nd}.,;:!?()%€$£+/'"&@#*=\-。，、！？：；（）「」 ]$/u;
  /** Quotes and dashes that one browser takes for the plain ones: they are no part of a phrase, but may stand where one is looked for. */
  const ALIKE = /[‘’‚‛“”„‟‐‑‒–—―−]/g;
  /** Shorter ones than this are no phrase where words have no spaces between them. */
  const FEW = 6;
  const MOST_LATE = 3;
  const INLINE = /^(?:inline|contents)$/;
  const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'title', 'textarea', 'select', 'option', 'iframe', 'object', 'svg']);

  /**
   * The address of a painted claim's line; null when none is sure to work.
   * @param {string} claim @returns {string | null}
   */
  function deepLink(claim) {
    const painting = world.painted.get(claim);
    if (!painting || !/^https?:$/.test(location.protocol) || document.contentType !== 'text/html') return null;
    const parts = (painting.line.length ? painting.line : painting.quote).flatMap((place) => place.parts);
    // Frames have addresses of their own, and not every browser looks into shadow roots.
    if (!parts.length || parts.some(({ node }) => node.getRootNode() !== document || isPutOff(node))) return null;
    const hay = haystack();
    const words = parts.flatMap((part) => phraseWords(part, hay));
    const directive = whole(words, hay) ?? fromTo(words, hay);
    if (!directive) return null;
    const base = location.href.replace(/#:~:.*$/, '').replace(/(#.*?):~:.*$/, '$1');
    return `${base}${base.includes('#') ? '' : '#'}:~:text=${directive}`;
  }

  /** All text that a browser might search, in order, white space and case folded; where each text node begins. */
  function haystack() {
    /** @type {Map<Text, number>} */
    const starts = new Map();
    /** @type {Text[]} */
    const nodes = [];
    let [text, raw] = ['', ''];
    const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
      const unseen = node.nodeType === Node.ELEMENT_NODE && UNSEEN.has(/** @type {Element} */ (node).localName);
      return unseen ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    });
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { data } = /** @type {Text} */ (node);
      if (node.nodeType !== Node.TEXT_NODE || !data) continue;
      starts.set(/** @type {Text} */ (node), text.length);
      nodes.push(/** @type {Text} */ (node));
      text += folded(data);
      raw += data;
    }
    return { text, raw, starts, nodes };
  }

  /** As long as it was. Browsers overlook case, and some accents. @param {string} data */
  function folded(data) {
    const lower = data.toLowerCase();
    const even = lower.length === data.length ? lower : data;
    return even.replace(/[\u00c0-\u1fff]/g, (letter) => letter.normalize('NFD').charAt(0)).replace(ALIKE, alike).replace(/[\s\u00a0]/g, ' ');
  }

  /** @param {string} sign */
  function alike(sign) {
    if ('‘’‚‛'.includes(sign)) return "'";
    return '“”„‟'.includes(sign) ? '"' : '-';
  }

  /** Whether the browser may not have laid out what stands there: then not every one finds it. @param {Node} node */
  function isPutOff(node) {
    for (let box = parentElement(node); box; box = parentElement(box)) if (getComputedStyle(box).contentVisibility === 'auto') return true;
    return false;
  }

  /**
   * The words of a part that may stand in a link: whole ones by the browser's own notion, of plain characters.
   * @param {Pointline.Part} part @param {Pointline.Haystack} hay @returns {Pointline.LinkWord[]}
   */
  function phraseWords({ node, from, to, space }, hay) {
    const begin = hay.starts.get(node);
    if (begin === undefined) return [];
    const at = hay.nodes.indexOf(node);
    const [joinsBefore, joinsAfter] = [isOneWord(hay.nodes[at - 1], node), isOneWord(node, hay.nodes[at + 1])];
    const lang = (node.parentElement && closest(node.parentElement, '[lang]')?.getAttribute('lang')) || undefined;
    /** @type {Pointline.LinkWord[]} */
    const words = [];
    for (const { index, segment } of segmenterOf(lang).segment(node.data)) {
      if (index < from || index + segment.length > to) continue;
      const cut = (index === 0 && joinsBefore) || (index + segment.length === node.length && joinsAfter);
      const apart = index === node.data.search(/\S/) && isInitialApart(node);
      const plain = !cut && !apart && [...segment].every((character) => PLAIN.test(character)) && segment === segment.normalize('NFKC');
      // `isWordLike` is no help: Firefox denies it to the last word before a sign where words have no space between them.
      const isWord = /[\p{L}\p{N}]/u.test(segment);
      if (isWord && !plain) words.push({ node, start: -1, end: -1, at: -1, space });
      else if (isWord) words.push({ node, start: index, end: index + segment.length, at: begin + index, space });
    }
    return words;
  }

  /** Whether a word goes on from one text node to the next. @param {Text | undefined} one @param {Text | undefined} other */
  function isOneWord(one, other) {
    return one && other && /[\p{L}\p{M}\p{N}]$/u.test(one.data) && /^[\p{L}\p{M}\p{N}]/u.test(other.data) && !isBlockEdge(one, other);
  }

  /** Whether a block begins or ends between two neighbouring text nodes, or a line. @param {Text} one @param {Text} other */
  function isBlockEdge(one, other) {
    const between = betweenOf(one, other);
    if (boxesIn(between, one, other).some((box) => !INLINE.test(getComputedStyle(box).display))) return true;
    return between.cloneContents().querySelector('br, hr, p, div, li') !== null;
  }

  /** @param {Text} one @param {Text} other */
  function betweenOf(one, other) {
    const between = document.createRange();
    between.setStart(one, one.length);
    between.setEnd(other, 0);
    return between;
  }

  /** The elements whose edges lie in a range between two text nodes. @param {Range} between @param {Text[]} nodes */
  function boxesIn({ commonAncestorContainer: common }, ...nodes) {
    /** @type {Element[]} */
    const boxes = [];
    for (const node of nodes) for (let box = parentElement(node); box && box !== common; box = parentElement(box)) boxes.push(box);
    return boxes;
  }

  /** Whether a text begins a block whose first letter floats: to Chromium the letter is no part of the word then. @param {Text} node */
  function isInitialApart(node) {
    let block = parentElement(node);
    while (block && INLINE.test(getComputedStyle(block).display)) block = parentElement(block);
    if (!block || getComputedStyle(block, '::first-letter').cssFloat === 'none') return false;
    return block.textContent.trimStart().startsWith(node.data.trimStart());
  }

  /** @type {Map<string, Intl.Segmenter>} */
  const segmenters = new Map();

  /** @param {string | undefined} lang */
  function segmenterOf(lang) {
    const known = segmenters.get(lang ?? '');
    if (known) return known;
    let segmenter;
    try {
      segmenter = new Intl.Segmenter(lang, { granularity: 'word' });
    } catch {
      segmenter = new Intl.Segmenter(undefined, { granularity: 'word' }); // A language code that is none.
    }
    segmenters.set(lang ?? '', segmenter);
    return segmenter;
  }

  /** The phrase from one word to another, when all between them is plain. @param {Pointline.LinkWord[]} words @param {Pointline.Haystack} hay */
  function phrase(words, hay) {
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || words.some((word) => word.at < 0)) return null;
    for (const [number, word] of words.slice(1).entries()) {
      const before = words[number]?.node;
      if (before && before !== word.node && !goOn(before, word.node, hay)) return null;
    }
    const data = hay.raw.slice(first.at, last.at + last.end - last.start);
    const text = words.every((word) => word.space === 'collapse') ? data.replace(/[ \t\n\r\f]+/g, ' ') : data;
    return [...text].every((character) => PLAIN.test(character)) ? text : null;
  }

  /**
   * Whether a text goes on from one node to the next in the same line of text, with nothing between but the edges of plain inline elements.
   * @param {Text} one @param {Text} other @param {Pointline.Haystack} hay
   */
  function goOn(one, other, { starts }) {
    if ((starts.get(one) ?? -1) + one.length !== starts.get(other)) return false;
    const between = betweenOf(one, other);
    const boxes = boxesIn(between, one, other);
    if (!boxes.every((box) => INLINE.test(getComputedStyle(box).display))) return false;
    return between.cloneContents().querySelectorAll('*').length === boxes.length;
  }

  /** The whole of a short line as one phrase. @param {Pointline.LinkWord[]} words @param {Pointline.Haystack} hay */
  function whole(words, hay) {
    const text = phrase(words, hay);
    if (!text || text.length > LONGEST_WHOLE || text.length < FEW || !standsFree(words)) return null;
    const at = words[0]?.at ?? -1;
    return places(hay, text, 0, 2).length === 1 && places(hay, text, 0, 1)[0] === at ? encoded(text) : null;
  }

  /** The start and the end of a line; each must lead there and nowhere else. @param {Pointline.LinkWord[]} given @param {Pointline.Haystack} hay */
  function fromTo(given, hay) {
    // A line may be come to a few words late, when it begins with what browsers read differently.
    let words = given;
    while (words[0] && words[0].at < 0 && given.length - words.length < MOST_LATE) words = words.slice(1);
    while ((words.at(-1)?.at ?? 0) < 0 && given.length - words.length < 2 * MOST_LATE) words = words.slice(0, -1);
    const start = grown(words, 1, hay, (text, at) => {
      const found = places(hay, text, 0, 2);
      return found.length === 1 && found[0] === at;
    });
    if (!start) return null;
    const rest = words.slice(start.words);
    const end = grown(rest, -1, hay, (text, at) => places(hay, text, start.at + start.text.length, 1)[0] === at);
    return end ? `${encoded(start.text)},${encoded(end.text)}` : null;
  }

  /**
   * The shortest phrase at the start (or the end) of the words that leads where it should.
   * @param {Pointline.LinkWord[]} words @param {1 | -1} side @param {Pointline.Haystack} hay @param {(text: string, at: number) => boolean} leads
   */
  function grown(words, side, hay, leads) {
    for (let count = Math.min(LEAST, words.length); count > 0 && count <= words.length; count += 1) {
      const taken = side > 0 ? words.slice(0, count) : words.slice(-count);
      const text = phrase(taken, hay);
      if (text === null || (count > MOST && text.length > LONGEST_WHOLE)) return null;
      const at = taken[0]?.at ?? -1;
      if (text.length >= FEW && standsFree(taken) && leads(text, at)) return { text, at, words: count };
    }
    return null;
  }

  /**
   * Whether no letter stands beside a phrase: where words have no space between them, browsers differ on where one ends.
   * @param {Pointline.LinkWord[]} words
   */
  function standsFree(words) {
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last) return false;
    const [before, after] = [first.node.data.slice(0, first.start).slice(-2), last.node.data.slice(last.end, last.end + 2)];
    return !/[\p{L}\p{M}\p{N}]$/u.test(before) && !/^[\p{L}\p{M}\p{N}]/u.test(after);
  }

  /**
   * Where a phrase stands, white space of any length standing for its spaces; up to so many places.
   * @param {Pointline.Haystack} hay @param {string} text @param {number} from @param {number} most
   */
  function places(hay, text, from, most) {
    const pattern = folded(text).split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join(' +');
    const search = new RegExp(pattern, 'g');
    search.lastIndex = from;
    /** @type {number[]} */
    const found = [];
    for (let match = search.exec(hay.text); match && found.length < most; match = search.exec(hay.text)) {
      found.push(match.index);
      search.lastIndex = match.index + 1;
    }
    return found;
  }

  /** A `-` of the text would be read as a sign of the directive. @param {string} text */
  function encoded(text) {
    return encodeURIComponent(text).replaceAll('-', '%2D');
  }

  /**
   * A painted claim's line as a quotation with its source, to be pasted elsewhere.
   * @param {string} claim @returns {string | null}
   */
  function quotation(claim) {
    const painting = world.painted.get(claim);
    if (!painting) return null;
    const { capture, line, quote } = painting;
    const places = line.length ? line : quote;
    const text = places.map(({ span }) => capture.text.slice(span.start, span.end)).join(places.length > 1 ? '\t' : '');
    const { title, url } = capture.page;
    return [`“${text}”`, title, deepLink(claim) ?? url].filter(Boolean).join('\n');
  }

  Object.assign(world, { deepLink, quotation });
})();
