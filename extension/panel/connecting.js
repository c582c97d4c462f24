/** The connection to the daemon: looked at when the panel opens, made by the form, and shown beside the title. */

import { keepConnection, loadConnection } from '../shared/connection.js';
import { Daemon } from '../shared/daemon.js';
import { message } from '../shared/i18n.js';
import { pair } from '../shared/pairing.js';
import { patiently } from '../shared/patience.js';
import { Problem } from '../shared/problem.js';
import { DAEMON_HOSTS, ask as askRight } from '../shared/rights.js';
import { el, icon } from './dom.js';
import { announce, byId } from './page-elements.js';
import { connectionForm } from './views/connection-form.js';
import { problemCard } from './views/problem-card.js';
import { stepWord } from './words.js';

const place = byId('connect-place', HTMLDivElement);
const button = byId('connection', HTMLButtonElement);

export class Connecting {
  /** @type {import('../shared/connection.js').Connection | null} */ current = null;
  /** What came of the connection that is being made, or was made last. @type {Promise<string | null>} */ #making = Promise.resolve(null);
  /** Counts what was tried, so that a late answer does not speak for an old connection. */ #tries = 0;
  /** @type {(model: string) => void} */ #made;
  /** @type {() => void} */ #shown;

  /**
   * @param {(model: string) => void} made a connection was made
   * @param {() => void} shown the form or a problem was shown, or taken away
   */
  constructor(made, shown) {
    this.#made = made;
    this.#shown = shown;
    button.addEventListener('click', () => {
      if (this.current && place.querySelector('form')) this.hideForm();
      else this.showForm();
    });
  }

  /** The connection to ask with; one that is being made is waited for. */
  async ready() {
    await this.#making;
    return this.current;
  }

  /** Take up the connection that was kept. */
  async load() {
    this.current = await loadConnection();
    if (!this.current) return this.showForm();
    this.hideForm();
    void this.look();
  }

  /** See whether the daemon is there, so that what is wrong is said before a question is typed. */
  async look() {
    if (!this.current) return;
    const number = (this.#tries += 1);
    try {
      const daemon = new Daemon(this.current);
      await patiently(daemon.greet(), () => this.#loading(number));
      const { model } = await daemon.status();
      if (number !== this.#tries) return;
      if (!place.querySelector('form')) place.replaceChildren();
      this.#mark('on', message('connected', model));
    } catch (error) {
      if (number !== this.#tries) return;
      this.#mark('off', message('connectionButton'));
      if (!place.querySelector('form')) this.#showProblem(error);
    }
    this.#shown();
  }

  showForm() {
    const view = connectionForm((given) => (this.#making = this.#connect(given)), (url, code) => (this.#making = this.#pairUp(url, code)));
    place.replaceChildren(view.form);
    button.setAttribute('aria-expanded', 'true');
    this.#shown();
    view.focus();
  }

  hideForm() {
    place.replaceChildren();
    button.setAttribute('aria-expanded', 'false');
    this.#shown();
  }

  /** A question came to nothing: what was said of the connection before may no longer hold. */
  forgetProblem() {
    if (!place.querySelector('form')) place.replaceChildren();
  }

  /** @param {number} number of the try */
  #loading(number) {
    if (number !== this.#tries || place.querySelector('form')) return;
    const words = stepWord({ step: 'load', share: null });
    place.replaceChildren(el('p', { class: 'card loading' }, icon('clock'), words));
    announce(words);
  }

  /** @param {unknown} error */
  #showProblem(error) {
    const problem = error instanceof Problem ? error : new Problem(message('problemUnknown'), message('problemUnknownAction'), { detail: String(error) });
    const retry = () => void this.look();
    const allow = () => void askRight(DAEMON_HOSTS).then(retry);
    const card = problemCard(problem, { connect: () => this.showForm(), allow, retry, 'allow-pages': retry, 'site-on': retry }, message('tryAgain'));
    place.replaceChildren(card);
    announce(`${problem.title} ${problem.action}`);
  }

  /** @param {'on' | 'off'} state @param {string} words */
  #mark(state, words) {
    button.dataset['state'] = state;
    button.title = words;
  }

  /** @param {import('../shared/connection.js').Connection} given @returns {Promise<string | null>} what is wrong, or null */
  async #connect(given) {
    this.#tries += 1;
    try {
      const daemon = new Daemon(given);
      await daemon.greet();
      const { model } = await daemon.status();
      await keepConnection(given);
      this.current = given;
      this.#mark('on', message('connected', model));
      announce(message('connected', model));
      this.hideForm();
      this.#made(model);
      return null;
    } catch (error) {
      return error instanceof Problem ? `${error.title} ${error.action}` : String(error);
    }
  }

  /** Pair by a code, and connect. @param {string} url @param {string} code @returns {Promise<string | null>} what is wrong, or null */
  async #pairUp(url, code) {
    try {
      return await this.#connect(await pair(url, code));
    } catch (error) {
      return error instanceof Problem ? `${error.title} ${error.action}` : String(error);
    }
  }
}
