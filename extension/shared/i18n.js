/** The words of the interface, all from `_locales`. */

import { api } from './browser.js';

/** @param {string} name @param {...(string | number)} values */
export function message(name, ...values) {
  return api.i18n.getMessage(name, values.map(String));
}

/** @param {number} value */
export function number(value) {
  return value.toLocaleString(api.i18n.getUILanguage());
}

/** A share as whole per cent, never rounded up to all of it. @param {number} share */
export function percent(share) {
  const whole = share >= 1 ? 1 : Math.min(Math.round(share * 100), 99) / 100;
  return whole.toLocaleString(api.i18n.getUILanguage(), { style: 'percent' });
}

/**
 * Fill a document: `data-text` names the message of an element's text, `data-label` that of its accessible name, `data-placeholder` that
 * of its placeholder.
 * @param {Document} doc
 */
export function fill(doc) {
  doc.documentElement.lang = api.i18n.getUILanguage();
  doc.documentElement.dir = message('@@bidi_dir');
  for (const element of doc.querySelectorAll('[data-text]')) element.textContent = message(element.getAttribute('data-text') ?? '');
  for (const [attribute, target] of [['data-label', 'aria-label'], ['data-placeholder', 'placeholder']]) {
    for (const element of doc.querySelectorAll(`[${attribute}]`)) {
      element.setAttribute(target ?? '', message(element.getAttribute(attribute ?? '') ?? ''));
    }
  }
}
