/** Check what is selected: which of its sentences stand in the sources, word for word. No model is used. */

import { Daemon } from '../shared/daemon.js';
import { message } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { read, send } from './asking.js';

const MOST_AT_ONCE = 50;
const LONGEST = 4000;

/**
 * @typedef {object} Stand where a sentence stands
 * @property {import('./page-tab.js').PageTab} page
 * @property {Pointline.CaptureAnswer} capture
 * @property {string} title
 * @property {Pointline.Span[]} spans
 * @property {string} fold
 */

/**
 * @typedef {object} Result
 * @property {string} sentence
 * @property {Stand[]} found in the sources, what is selected itself left out
 * @property {Stand | null} nearest where it was found nowhere
 */

/**
 * The sentences of a text. A line break ends one too: headings and cells have no full stop.
 * @param {string} text @param {string} lang
 */
export function sentencesOf(text, lang) {
  const segmenter = new Intl.Segmenter(Intl.getCanonicalLocales(known(lang))[0], { granularity: 'sentence' });
  const found = text.split('\n').flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()));
  return found.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).map((sentence) => sentence.slice(0, LONGEST));
}

/** A page may call its language anything. @param {string} lang */
function known(lang) {
  try {
    return Intl.getCanonicalLocales(lang || []);
  } catch {
    return [];
  }
}

/**
 * @param {{sources: import('./thread.js').Source[], connection: import('../shared/connection.js').Connection, signal: AbortSignal}} check
 *   the first source is the page with the selection
 * @param {(progress: Pointline.Progress) => void} progress
 * @returns {Promise<{selected: string, results: Result[]}>}
 */
export async function checkText({ sources, connection, signal }, progress) {
  progress({ step: 'capture', share: null });
  const daemon = new Daemon(connection);
  /** @type {Result[]} */
  let results = [];
  let selected = '';
  for (const [number, { page, title }] of sources.entries()) {
    const own = number === 0;
    const capture = await read(page, own, signal);
    if (own) {
      const { selection, text } = capture;
      if (!selection) throw new Problem(message('problemNoSelection'), message('problemNoSelectionAction'), { code: 'no-selection' });
      selected = text.slice(selection.start, selection.end);
      results = sentencesOf(selected, capture.page.lang).map((sentence) => ({ sentence, found: [], nearest: null }));
      await daemon.greet(signal);
    }
    progress({ step: 'verify', share: number / sources.length });
    const kept = await send(daemon, capture, await page.isPrivate(), signal);
    const checked = await verifyAll(daemon, kept.page_id, results.map(({ sentence }) => sentence), signal);
    checked.forEach((one, at) => add(results[at], one, { page, capture, title }));
  }
  return { selected, results };
}

/** @param {Daemon} daemon @param {string} page @param {string[]} quotes @param {AbortSignal} signal */
async function verifyAll(daemon, page, quotes, signal) {
  /** @type {Pointline.Checked[]} */
  const found = [];
  for (let at = 0; at < quotes.length; at += MOST_AT_ONCE) found.push(...(await daemon.verify(page, quotes.slice(at, at + MOST_AT_ONCE), signal)));
  return found;
}

/**
 * @param {Result | undefined} result @param {Pointline.Checked} checked
 * @param {{page: import('./page-tab.js').PageTab, capture: Pointline.CaptureAnswer, title: string}} source
 */
function add(result, { status, fold, occurrences, nearest }, source) {
  if (!result) return;
  if (status === 'exact') {
    for (const { spans } of occurrences) {
      if (!overlaps(spans, source.capture.selection)) result.found.push({ ...source, spans, fold: fold ?? 'verbatim' });
    }
  } else if (nearest && !result.nearest) {
    result.nearest = { ...source, spans: [{ start: nearest.start, end: nearest.end }], fold: '' };
  }
}

/** @param {Pointline.Span[]} spans @param {Pointline.Span | null} selection */
function overlaps(spans, selection) {
  return selection !== null && spans.some(({ start, end }) => start < selection.end && selection.start < end);
}
