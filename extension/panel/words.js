/** What the daemon's codes are called. A code without words of its own is shown as it is: nothing is dropped in silence. */

import { message, number, percent } from '../shared/i18n.js';

/** @typedef {Parameters<typeof import('./dom.js').icon>[0]} Icon */

const FOLDS = new Map([['verbatim', 'lineFound'], ['layout', 'lineFoundLayout'], ['typography', 'lineFoundTypography']]);
const FLAGS = new Map([
  ['case', 'flagCase'], ['collapsed', 'flagCollapsed'], ['many', 'flagMany'], ['marks_skipped', 'flagMarksSkipped'],
  ['repeated', 'flagRepeated'], ['several_blocks', 'flagSeveralBlocks'], ['short', 'flagShort'],
]);
const STEPS = new Map([
  ['capture', 'stepCapture'], ['queued', 'stepQueued'], ['read', 'stepRead'], ['rank', 'stepRank'], ['point', 'stepPoint'],
  ['state', 'stepState'], ['verify', 'stepVerify'],
]);
const SUPPORT = new Map([['mismatch', 'supportMismatch'], ['uncertain', 'supportUncertain']]);
const FACTS = new Map([
  ['same', 'factSame'], ['rounds_to', 'factRoundsTo'], ['computed_from', 'factComputed'], ['different', 'factDifferent'],
  ['missing', 'factMissing'], ['unchecked', 'factUnchecked'],
]);
/** @type {[keyof Pointline.NotRead, string][]} */
const NOT_READ = [
  ['hidden', 'notReadHidden'], ['frames', 'notReadFrames'], ['images', 'notReadImages'], ['form_fields', 'notReadFields'],
  ['scripts', 'notReadScripts'],
];

/** @param {Map<string, string>} words @param {string} code */
function word(words, code) {
  const key = words.get(code);
  return key ? message(key) : code;
}

/** How the quote was found. @param {string} fold */
export const foundWord = (fold) => word(FOLDS, fold);

/** A row of a table stands in several blocks by nature: it is called a row. @param {string} flag @param {Pointline.Claim} claim */
export const flagWord = (flag, { kind }) => (flag === 'several_blocks' && kind === 'row' ? message('flagTableRow') : word(FLAGS, flag));

/** @param {{step: string, share: number | null}} progress */
export function stepWord({ step, share }) {
  const words = word(STEPS, step);
  return share === null || share === undefined ? words : message('stepShare', words, percent(share));
}

/** What checking the claim against its line found. @param {string} verdict @returns {{text: string, icon: Icon}} */
export function supportWord(verdict) {
  return { text: word(SUPPORT, verdict), icon: verdict === 'mismatch' ? 'differs' : 'open' };
}

/** @param {Pointline.Fact} fact */
export function factWord({ text, status, formula }) {
  return message('fact', text, formula ? message('factFormula', word(FACTS, status), formula) : word(FACTS, status));
}

/** What was left out, in words. @param {Pointline.NotRead} counts @returns {string[]} */
export function notReadWords(counts) {
  return NOT_READ.filter(([sort]) => counts[sort] > 0).map(([sort, key]) => message(key, number(counts[sort])));
}
