/** A score from 0 to 1. What is not on that scale is not shown. */

import { message } from '../../shared/i18n.js';
import { el } from '../dom.js';
import { scoreWord } from '../words.js';

/** @param {number | null | undefined} score @param {'scoreTitle' | 'scoreJudgedTitle'} title what it says */
export function scoreFact(score, title) {
  return typeof score === 'number' && score >= 0 && score <= 1 && el('p', { class: 'fact score', title: message(title) }, scoreWord(score));
}
