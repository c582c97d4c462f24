/** The report above the claims: the three rates of the field, what to fix, and whether the sources still say so. */

import { message, number, percent } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { FAULTS } from './word-tables.js';

/** Whether the text passes, as the command line's exit code says it. @param {Pointline.CheckReport} report @param {boolean} strict */
function passes({ failed, claims }, strict) {
  const key = failed ? (strict ? 'checkFailedStrict' : 'checkFailed') : strict ? 'checkPassedStrict' : 'checkPassed';
  const uncertain = strict ? claims.filter(({ verdict }) => verdict === 'uncertain').length : 0;
  const words = [message(key), uncertain > 0 && message('checkUncertain', number(uncertain))].filter(Boolean).join(' · ');
  return el('p', { class: `fact passes ${failed ? 'not-found' : 'found'}` }, icon(failed ? 'differs' : 'found'), words);
}

/**
 * @param {Pointline.CheckReport} report @param {boolean} strict @param {(claim: number) => void} lead to a claim
 * @param {HTMLButtonElement} recheck
 */
export function reportCard(report, strict, lead, recheck) {
  const { rates, fixes, claims } = report;
  /** @type {[string, number | null][]} */
  const told = [['rateLink', rates.link_works], ['rateRelevant', rates.relevant], ['rateSupported', rates.supported]];
  return el(
    'section',
    { class: 'card report' },
    claims.length > 0 && passes(report, strict),
    el('dl', { class: 'rates' }, ...told.map(([key, share]) => el('div', {}, el('dt', {}, message(key)), el('dd', {}, share === null ? '–' : percent(share))))),
    el('h3', {}, fixes.length ? message('fixTitle', number(fixes.length)) : message('fixNothing')),
    fixes.length > 0 && el('ol', { class: 'fixes' }, ...fixes.map((fix) => fixRow(fix, claims, lead))),
    el('div', { class: 'acts' }, recheck),
  );
}

/** @param {Pointline.Fix} fix @param {Pointline.CheckedClaim[]} claims @param {(claim: number) => void} lead */
function fixRow({ claim, fault, text }, claims, lead) {
  const key = FAULTS.get(fault);
  const said = claims.find((one) => one.number === claim)?.text ?? '';
  const button = el('button', { type: 'button', class: 'fix', click: () => lead(claim) },
    el('strong', {}, key ? message(key) : text),
    el('span', { dir: 'auto' }, said),
  );
  return el('li', {}, button);
}
