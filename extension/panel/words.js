/** What the daemon's codes are called. A code without words of its own is shown as it is: nothing is dropped in silence. */

import { counted, language, message, number, percent } from '../shared/i18n.js';
import { CAVEATS, FACTS, FLAGS, FOLDS, JUDGES, NOTES, NOT_READ, READ_ANYWAY, STEPS, SUPPORT, SUPPORT_FLAGS, WITHHELD } from './word-tables.js';

/** @typedef {import('./word-tables.js').Icon} Icon */

/** What the facts of a claim say themselves, or a caveat with its line, is not said a second time. @type {Record<string, string[]>} */
const SAID_BY_CAVEAT = { repeated_line: ['repeated', 'many'], short_line: ['short'], hidden_text: ['collapsed'] };
const SAID_BY_FACTS = new Set(['computed_value', 'rounded_value']);
/** Caveats that a fact of the claim says where they are about the claim's own line. */
const OF_FACTS = new Set([...SAID_BY_FACTS, 'number_not_in_line']);

/** @param {Map<string, string>} words @param {string} code */
function word(words, code) {
  const key = words.get(code);
  return key ? message(key) : code;
}

/** How the quote was found. @param {string | null} fold */
export const foundWord = (fold) => word(FOLDS, fold ?? 'verbatim');

/** Why a line cannot be shown. @param {'lost' | 'left'} state */
export const lostWord = (state) => message(state === 'lost' ? 'lineLost' : 'lineLeft');

/** A row of a table stands in several blocks by nature: it is called a row. @param {string} flag @param {Pointline.Line} line */
export const flagWord = (flag, { kind }) => (flag === 'several_blocks' && kind === 'row' ? message('flagTableRow') : word(FLAGS, flag));

/** @param {Pointline.Progress} progress */
export function stepWord({ step, share, place }) {
  if (step === 'queued' && place) return message('stepPlace', number(place));
  const words = word(STEPS, step);
  return share === null || share === undefined ? words : message('stepShare', words, percent(share));
}

/** What checking the claim against its line found. @param {string} verdict @returns {{text: string, icon: Icon, look: string}} */
export function supportWord(verdict) {
  const { key, icon, look } = SUPPORT.get(verdict) ?? { key: '', icon: /** @type {Icon} */ ('open'), look: 'uncertain' };
  return { text: key ? message(key) : verdict, icon, look };
}

/** What a person's verdict stands in place of. @param {Pointline.Replaced} replaced */
export function replacedWord({ verdict, verdict_source, why }) {
  const words = message('verdictReplaced', supportWord(verdict).text, word(JUDGES, verdict_source));
  return why ? message('fact', words, why) : words;
}

/** What the rules noticed beside the facts. @param {Pointline.Claim} claim @returns {string[]} */
export function supportFlagWords({ support: { flags = [] }, caveats = [] }) {
  const said = new Set([...SAID_BY_FACTS, ...caveats.map(({ code }) => code)]);
  return flags.filter((flag) => !said.has(flag)).map((flag) => word(SUPPORT_FLAGS, flag));
}

/** The flags of a claim's line that no caveat says with a line of its own. @param {Pointline.Claim} claim */
export function ownFlags({ flags, caveats = [] }) {
  const said = new Set(caveats.flatMap(({ code }) => SAID_BY_CAVEAT[code] ?? []));
  return flags.filter((flag) => !said.has(flag));
}

/** Whether the facts of the claim say this already. @param {Pointline.Caveat} caveat @param {Pointline.Claim} claim */
export const saidByFacts = ({ code, line }, claim) => OF_FACTS.has(code) && line === claim.line && claim.support.facts.some(({ status }) => status !== 'same');

/** What a caveat means. @param {Pointline.Caveat} caveat @param {number} times how often the claim's words were found */
export function caveatWord({ code, detail }, times) {
  const words = code === 'repeated_line' && times > 1 ? counted('foundTimes', times) : word(CAVEATS, code);
  return detail ? message('factFormula', words, detail) : words;
}

/** Why a claim was withheld: in the person's language where the kinds of fault are known, else as the daemon wrote it. @param {Pointline.Withheld} held */
export function reasonWord({ reason, codes = [] }) {
  return codes.length && codes.every((code) => WITHHELD.has(code)) ? codes.map((code) => word(WITHHELD, code)).join(' ') : reason;
}

/** What was worked out says how; a formula ends with the fact. @param {Pointline.Fact} fact */
export function factWord({ text, status, formula }) {
  if (status === 'computed_from' && formula) return message('computed', formula);
  return message('fact', text, formula ? message('factFormula', word(FACTS, status), formula) : word(FACTS, status));
}

/** @param {number} score from 0 to 1 */
export const scoreWord = (score) => message('score', score.toLocaleString(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/** A note in the person's language where it is known, else as the daemon wrote it. @param {Pointline.Note} note */
export const noteWord = ({ code, text }) => (NOTES.has(code) ? word(NOTES, code) : text);

/** What was left out, in words. A count without words of its own is named by its code. @param {Pointline.NotRead} counts @returns {string[]} */
export function notReadWords(counts) {
  return Object.entries(counts)
    .filter(([sort, count]) => count > 0 && !READ_ANYWAY.has(sort))
    .map(([sort, count]) => (NOT_READ.has(sort) ? message(NOT_READ.get(sort) ?? '', number(count)) : `${sort} ${number(count)}`));
}

/** What was read although there is something to say of it. @param {Pointline.NotRead} counts @returns {string[]} */
export function readAnywayWords(counts) {
  return [...READ_ANYWAY].flatMap(([sort, key]) => {
    const count = /** @type {Record<string, number>} */ (/** @type {unknown} */ (counts))[sort] ?? 0;
    return count > 0 ? [message(key, number(count))] : [];
  });
}
