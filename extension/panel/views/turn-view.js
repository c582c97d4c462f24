/** One question and what came of it. */

import { message } from '../../shared/i18n.js';
import { el } from '../dom.js';
import { stepWord } from '../words.js';

export class TurnView {
  #progress = el('p', { class: 'progress' });
  #bar = el('progress', { max: '1', 'aria-hidden': 'true' });
  #claims = el('ol', { class: 'claims' });
  #after = el('div', { class: 'after' });

  #about = el('p', { class: 'about', dir: 'auto' });

  /** @param {string} question @param {string} selection what was selected, or nothing */
  constructor(question, selection) {
    this.about(selection);
    this.root = el(
      'article',
      { class: 'turn is-running' },
      el('h2', { dir: 'auto' }, question),
      this.#about,
      el('div', { class: 'under-way' }, this.#bar, this.#progress),
      this.#claims,
      this.#after,
    );
  }

  /** Say which part of the page the question is about. @param {string} selection nothing for the whole page */
  about(selection) {
    this.#about.hidden = !selection;
    this.#about.textContent = selection && message('aboutSelection', selection);
  }

  /** Say what is being done. @param {{step: string, share: number | null}} progress @returns {string} the words */
  progress(progress) {
    const words = stepWord(progress);
    this.#progress.textContent = words;
    if (typeof progress.share === 'number') this.#bar.value = progress.share;
    else this.#bar.removeAttribute('value');
    return words;
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

  /** Nothing more will come. */
  end() {
    this.root.classList.remove('is-running');
    this.#bar.removeAttribute('value');
  }
}
