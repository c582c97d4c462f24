/** One run of longer work: begun, its events told, stopped; what came before it ended stays. Tables, checks and rechecks are run so. */

import { answerEvents } from '../shared/answer-events.js';
import { fromDocument } from '../shared/daemon-problems.js';
import { message } from '../shared/i18n.js';
import { el } from './dom.js';
import { asProblem } from './work-pages.js';

/** @typedef {'tables' | 'checks' | 'rechecks'} Kind */

/**
 * The events of longer work until its last one.
 * @param {import('../shared/daemon.js').Daemon} daemon that has been greeted
 * @param {{path: string, kind: Kind, body: Record<string, unknown>}} work @param {AbortSignal} signal
 * @param {Record<string, (data: any) => void>} hears what is done with each event, by its name
 * @throws {import('../shared/problem.js').Problem} with one action, or the signal's reason
 */
export async function follow(daemon, { path, kind, body }, signal, hears) {
  const broken = () => hears['progress']?.({ step: 'reconnect', share: null });
  for await (const { name, data } of answerEvents(daemon.work(path, kind), body, null, signal, broken)) {
    if (name === 'error') throw fromDocument(data);
    hears[name]?.(data);
  }
}

/** The button that begins it, the one that stops it, and how far it has come. */
export class RunView {
  #words = el('p', { class: 'work-progress' });
  #bar = el('progress', { max: '1', 'aria-hidden': 'true' });
  /** @type {AbortController | null} */ #running = null;

  /** @param {HTMLButtonElement} start @param {HTMLButtonElement} stop */
  constructor(start, stop) {
    this.start = start;
    this.stopButton = stop;
    this.root = el('div', { class: 'under-way-work', hidden: true }, this.#bar, this.#words);
    stop.hidden = true;
    stop.addEventListener('click', () => this.stop());
  }

  get running() {
    return this.#running !== null;
  }

  stop() {
    this.#running?.abort();
  }

  /** Say how far it has come. @param {string} words @param {number | null | undefined} share */
  progress(words, share) {
    this.#words.textContent = words;
    if (typeof share === 'number') this.#bar.value = share;
    else this.#bar.removeAttribute('value');
  }

  /**
   * @param {(signal: AbortSignal) => Promise<void>} work @param {(words: string) => void} announce
   * @returns {Promise<import('../shared/problem.js').Problem | 'done' | 'stopped' | 'replaced'>} how it ended; replaced: another was begun
   */
  async run(work, announce) {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.#show(true);
    try {
      await work(running.signal);
      return 'done';
    } catch (error) {
      if (this.#running !== running) return 'replaced';
      const problem = running.signal.aborted ? null : asProblem(error);
      announce(problem ? `${problem.title} ${problem.action}` : message('stopped'));
      return problem ?? 'stopped';
    } finally {
      if (this.#running === running) {
        this.#running = null;
        this.#show(false);
      }
    }
  }

  /** Who pressed the one button finds the other in its place. @param {boolean} running */
  #show(running) {
    const focused = document.activeElement === (running ? this.start : this.stopButton);
    this.root.hidden = !running;
    this.start.hidden = running;
    this.stopButton.hidden = !running;
    if (focused) (running ? this.stopButton : this.start).focus();
  }
}
