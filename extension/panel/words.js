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
/** @type {Map<string, {key: string, icon: Icon, look: string}>} */
const SUPPORT = new Map([
  ['confirmed', { key: 'supportConfirmed', icon: 'found', look: 'confirmed' }],
  ['caveated', { key: 'supportCaveated', icon: 'note', look: 'caveated' }],
  ['uncertain', { key: 'supportUncertain', icon: 'open', look: 'uncertain' }],
  ['mismatch', { key: 'supportMismatch', icon: 'differs', look: 'mismatch' }],
]);
/** Of what the rules noticed; what a fact says itself (`computed_value`, `rounded_value`) is not said twice. */
const SUPPORT_FLAGS = new Map([
  ['ambiguous_number', 'supportAmbiguous'], ['unit_or_currency_inferred', 'supportUnitInferred'], ['names_unchecked', 'supportNames'],
  ['from_context', 'supportContext'], ['computed_value', ''], ['rounded_value', ''],
]);
const NOTES = new Map([
  ['encoder_missing', 'noteEncoderMissing'], ['encoder_partial', 'noteEncoderPartial'], ['encoder_language', 'noteEncoderLanguage'],
  ['language_unsure', 'noteLanguageUnsure'], ['not_recorded', 'noteNotRecorded'],
]);
const FACTS = new Map([
  ['same', 'factSame'], ['rounds_to', 'factRoundsTo'], ['computed_from', 'factComputed'], ['different', 'factDifferent'],
  ['missing', 'factMissing'], ['unchecked', 'factUnchecked'],
]);
/** @type {[keyof Pointline.NotRead, string][]} */
const NOT_READ = [
  ['hidden', 'notReadHidden'], ['frames', 'notReadFrames'], ['images', 'notReadImages'], ['form_fields', 'notReadFields'],
  ['scripts', 'notReadScripts'], ['clipped', 'notReadClipped'],
];

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

/** @param {string[]} flags @returns {string[]} */
export function supportFlagWords(flags) {
  return flags.map((flag) => (SUPPORT_FLAGS.get(flag) === '' ? '' : word(SUPPORT_FLAGS, flag))).filter(Boolean);
}

/** What was worked out says how; a formula ends with the fact. @param {Pointline.Fact} fact */
export function factWord({ text, status, formula }) {
  if (status === 'computed_from' && formula) return message('computed', formula);
  return message('fact', text, formula ? message('factFormula', word(FACTS, status), formula) : word(FACTS, status));
}

/** How clearly the model prefers the line. @param {number} score */
export const scoreWord = (score) => message('score', number(Math.round(score * 100) / 100));

/** A note in the person's language where it is known, else as the daemon wrote it. @param {Pointline.Note} note */
export const noteWord = ({ code, text }) => (NOTES.has(code) ? word(NOTES, code) : text);

/** What was left out, in words. @param {Pointline.NotRead} counts @returns {string[]} */
export function notReadWords(counts) {
  return NOT_READ.filter(([sort]) => counts[sort] > 0).map(([sort, key]) => message(key, number(counts[sort])));
}
