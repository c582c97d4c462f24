/** The cells of a table as plain values: which come first, which are shown, and what they rest on. */

/** @typedef {Pointline.TableCell} Cell */
/** @typedef {'weakest' | 'table'} Order */

/** The name of a cell's place: a table has one of each. @param {{item: string, field: string}} place */
export const placeOf = ({ item, field }) => JSON.stringify([item, field]);

/** One name a line; each once. @param {string} text */
export const namesOf = (text) => [...new Set(text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean))];

/**
 * In the order of the table, or those with the lowest score first; what has no score is weaker than any that has.
 * @param {Cell[]} cells @param {Order} order @param {string[]} items @param {string[]} fields
 */
export function ordered(cells, order, items, fields) {
  const at = (/** @type {Cell} */ { item, field }) => items.indexOf(item) * fields.length + fields.indexOf(field);
  const strength = (/** @type {Cell} */ { score }) => score ?? -1;
  return cells.toSorted((a, b) => (order === 'weakest' ? strength(a) - strength(b) : 0) || at(a) - at(b));
}

/** @param {Cell[]} cells @param {string} verdict nothing for all @param {string} caveat nothing for all */
export function chosen(cells, verdict, caveat) {
  return cells.filter((cell) => (!verdict || cell.verdict === verdict) && (!caveat || cell.caveats.some(({ code }) => code === caveat)));
}

/** The codes of all caveats, the most frequent first. @param {Cell[]} cells @returns {string[]} */
export function codesIn(cells) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { caveats } of cells) for (const code of new Set(caveats.map((one) => one.code))) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([code]) => code);
}

/** How many sources and domains the lines come from, those of caveats included, as the exports count them. @param {Cell[]} cells */
export function touched(cells) {
  const urls = new Set(cells.flatMap(({ source_url, caveats }) => [source_url, ...caveats.map((caveat) => caveat.source_url)]).filter(Boolean));
  const hosts = new Set([...urls].flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : [])));
  return { sources: urls.size, domains: hosts.size };
}
