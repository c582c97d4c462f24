/** A claim's line as it is shown: always the page's own characters, never the daemon's copy. */

/** @typedef {{text: string, quoted: boolean}} LinePart */

/**
 * Cut a line into its pieces (one list for each of its spans, such as the cells of a table row), the quoted parts apart. A quote that is
 * the whole line is no part of it.
 * @param {string} text of the page @param {Pointline.Span[]} line @param {Pointline.Span[]} quote
 * @returns {LinePart[][]}
 */
export function lineParts(text, line, quote) {
  const cells = line.map((span) => partsOf(text, span, quote));
  // Between the blocks of a cell stands a line break that is in no quote.
  const whole = cells.flat().every((part) => part.quoted || !part.text.trim());
  return whole ? line.map(({ start, end }) => [{ text: text.slice(start, end), quoted: false }]) : cells;
}

/** @param {string} text @param {Pointline.Span} span @param {Pointline.Span[]} quote */
function partsOf(text, { start, end }, quote) {
  /** @type {LinePart[]} */
  const parts = [];
  let at = start;
  for (const { start: from, end: to } of quote.toSorted((a, b) => a.start - b.start)) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first >= last) continue;
    if (first > at) parts.push({ text: text.slice(at, first), quoted: false });
    parts.push({ text: text.slice(first, last), quoted: true });
    at = last;
  }
  if (at < end) parts.push({ text: text.slice(at, end), quoted: false });
  return parts;
}

/** @param {string} text */
const withoutSpace = (text) => text.replace(/\s+/g, '');

/** @param {string} text @param {Pointline.Span[]} spans */
const textAt = (text, spans) => withoutSpace(spans.map(({ start, end }) => text.slice(start, end)).join(''));

/** Whether these words stand at this place, white space aside. @param {string} text of the page @param {Pointline.Span[]} spans @param {string} words */
export const spansHold = (text, spans, words) => spans.length > 0 && words !== '' && textAt(text, spans) === withoutSpace(words);

/**
 * A second look, without trusting the daemon: the line stands at its place in the text that was read from the page, and the quoted parts
 * stand in the line.
 * @param {string} text of the page @param {Pointline.Line} line
 */
export function standsOnPage(text, { status, fold, quote, line, spans, line_spans }) {
  const inside = spans.every(({ start, end }) => start < end && line_spans.some((cell) => cell.start <= start && end <= cell.end));
  const sameLine = line !== '' && textAt(text, line_spans) === withoutSpace(line);
  const sameQuote = fold !== 'verbatim' || textAt(text, spans) === withoutSpace(quote);
  return status === 'exact' && spans.length > 0 && inside && sameLine && sameQuote;
}

/** A caveat has to point, too: one whose line does not stand is dropped. @param {import('./asking.js').SourceOf} sourceOf @param {Pointline.Caveat[]} caveats */
export function standing(sourceOf, caveats) {
  return caveats.filter(({ line, spans, page_sha256 }) => {
    const text = sourceOf(page_sha256)?.capture.text ?? '';
    return line === null || spansHold(text, spans, line);
  });
}

/** A claim is shown when all of its lines stand. @param {string} text of the page @param {Pointline.Claim} claim */
export function claimStands(text, claim) {
  return [claim, ...(claim.more ?? [])].every((line) => standsOnPage(text, line));
}

/**
 * How often the quoted words stand in the text, white space aside. Words that stand in several places of one line, as the cells of a row
 * do, are not counted.
 * @param {string} text of the page @param {Pointline.Span[]} spans of the quote @returns {number} 0 when it was not counted
 */
export function timesFound(text, [span, ...others]) {
  if (!span || others.length) return 0;
  const plain = text.replace(/\s+/g, ' ');
  const quote = text.slice(span.start, span.end).replace(/\s+/g, ' ').trim();
  return quote ? plain.split(quote).length - 1 : 0;
}
