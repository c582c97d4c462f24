/** The words of the interface, all from `_locales`. */

import { api } from './browser.js';

/** @param {string} name @param {...(string | number)} values */
export function message(name, ...values) {
  return api.i18n.getMessage(name, values.map((value) => isolated(String(value))));
}

/** Among words from right to left, what is put in keeps an order of its own: a formula is not turned around. @param {string} value */
function isolated(value) {
  return value && api.i18n.getMessage('direction') === 'rtl' ? `\u2068${value}\u2069` : value;
}

/** The language that the words are in: the browser's own, where they are there in it; with its region, for numbers and dates. */
export function language() {
  const [tag, own] = [message('languageTag'), api.i18n.getUILanguage()];
  return own.split('-')[0] === tag ? own : tag;
}

/** @param {number} value */
export function number(value) {
  return value.toLocaleString(language());
}

/** A count with its noun, in the form that the language has for that count. @param {string} name @param {number} count */
export function counted(name, count) {
  return message(`${name}_${new Intl.PluralRules(message('languageTag')).select(count)}`, number(count));
}

/** A share as whole per cent, never rounded up to all of it. @param {number} share */
export function percent(share) {
  const whole = share >= 1 ? 1 : Math.min(Math.round(share * 100), 99) / 100;
  return whole.toLocaleString(language(), { style: 'percent' });
}

/**
 * Fill a document: `data-text` names the message of an element's text, `data-label` that of its accessible name, `data-placeholder` that
 * of its placeholder.
 * @param {Document} doc
 */
export function fill(doc) {
  doc.documentElement.lang = language();
  // Not the browser's direction: its language may be one that these words are not in.
  doc.documentElement.dir = message('direction');
  for (const element of doc.querySelectorAll('[data-text]')) element.textContent = message(element.getAttribute('data-text') ?? '');
  for (const [attribute, target] of [['data-label', 'aria-label'], ['data-placeholder', 'placeholder']]) {
    for (const element of doc.querySelectorAll(`[${attribute}]`)) {
      element.setAttribute(target ?? '', message(element.getAttribute(attribute ?? '') ?? ''));
    }
  }
}
