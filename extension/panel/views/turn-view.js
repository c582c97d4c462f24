/** One question and what came of it, in one part for each page that was asked. */

import { message } from '../../shared/i18n.js';
import { el, icon } from '../dom.js';
import { stepWord } from '../words.js';

export class TurnView {
  #progress = el('p', { class: 'progress' });
  #bar = el('progress', { max: '1', 'aria-hidden': 'true' });
  #parts = el('div', { class: 'parts' });
  #after = el('div', { class: 'after' });
  #about = el('p', { class: 'about', dir: 'auto' });
  /** @type {PartView[]} */ #all = [];

  /** @param {string} question @param {string} selection what was selected, or nothing */
  constructor(question, selection) {
    this.about(selection);
    this.root = el(
      'article',
      { class: 'turn is-running' },
      el('h2', { dir: 'auto' }, question),
      this.#about,
      el('div', { class: 'under-way' }, this.#bar, this.#progress),
      this.#parts,
      this.#after,
    );
  }

  /** Say which part of the page the question is about. @param {string} selection nothing for the whole page */
  about(selection) {
    this.#about.hidden = !selection;
    this.#about.textContent = selection && message('aboutSelection', selection);
  }

  /** Say what is being done. @param {Pointline.Progress} progress @returns {string} the words */
  progress(progress) {
    const words = stepWord(progress);
    this.#progress.textContent = words;
    if (typeof progress.share === 'number') this.#bar.value = progress.share;
    else this.#bar.removeAttribute('value');
    return words;
  }

  /** Begin the part of another page. @param {string} title nothing where there is only one */
  part(title) {
    const part = new PartView(title);
    this.#all.push(part);
    this.#parts.append(part.root);
    return part;
  }

  /** @param {...(Node | null)} cards */
  add(...cards) {
    for (const card of cards) if (card) this.#after.append(card);
  }

  get hasClaims() {
    return this.#all.some((part) => part.hasClaims);
  }

  /** Nothing more will come. */
  end() {
    this.root.classList.remove('is-running');
    this.#bar.removeAttribute('value');
  }
}

export class PartView {
  #claims = el('ol', { class: 'claims' });
  #after = el('div', { class: 'after' });

  /** @param {string} title of the page, or nothing */
  constructor(title) {
    this.root = el('section', { class: 'part' }, title && el('h3', { class: 'source', dir: 'auto' }, icon('page'), title), this.#claims, this.#after);
  }

  /** @param {Node} card */
  addClaim(card) {
    this.#claims.append(card);
  }

  /** @param {...(Node | null)} cards */
  add(...cards) {
    for (const card of cards) if (card) this.#after.append(card);
  }

  get hasClaims() {
    return this.#claims.childElementCount > 0;
  }
}
