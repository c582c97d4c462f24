/** The questions about one tab: asks them, paints their lines and shows what came. */

import { message, number } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { askPage } from './asking.js';
import { el } from './dom.js';
import { PageTab } from './page-tab.js';
import { claimCard } from './views/claim-card.js';
import { noneCard, readNote, withheldCard } from './views/findings.js';
import { problemCard, remedyButton } from './views/problem-card.js';
import { TurnView } from './views/turn-view.js';

/**
 * @typedef {object} Host what the thread needs of the panel
 * @property {(words: string) => void} announce say something to those who do not see the panel
 * @property {() => void} changed whether a question is under way, what is typed or what is selected has changed
 * @property {() => void} connect show the connection form
 * @property {(question: string) => void} ask ask a question of this thread again
 * @property {(thread: Thread, question: string) => void} failed a question came to nothing and must not be lost
 * @property {() => void} allow ask the browser for the right to reach the daemon
 */

/**
 * @typedef {object} Failure a question that came to nothing
 * @property {string} question
 * @property {boolean} connection whether a new connection mends it
 * @property {HTMLElement} card
 */

let claimCount = 0;

export class Thread {
  root = el('div', { class: 'thread' });
  /** What was selected when the person chose to ask about it. */ selected = '';
  /** A question that is being typed. */ draft = '';
  /** @type {AbortController | null} */ #running = null;
  /** @type {Map<TurnView, Failure>} */ #failures = new Map();
  /** @type {Host} */ #host;

  /** @param {number} tab @param {Host} host */
  constructor(tab, host) {
    this.page = new PageTab(tab);
    this.#host = host;
  }

  get running() {
    return this.#running !== null;
  }

  stop() {
    this.#running?.abort();
  }

  /** Take note of what is selected, so that a question can be asked about it. */
  async holdSelection() {
    const { selection, text } = await this.page.capture({ selection: 'now' });
    this.selected = selection ? text.slice(selection.start, selection.end) : '';
    if (!selection) this.root.prepend(el('p', { class: 'note' }, message('selectionNotRead')));
  }

  /** Drop the selection if the page that held it was left or loaded anew. */
  async checkSelection() {
    const { selected } = this;
    if (!selected || (await this.page.holds()) || this.selected !== selected) return;
    this.selected = '';
    this.#host.changed();
  }

  /** A new connection was made: what was said of the old one goes, the questions can be asked again. */
  reconnected() {
    for (const failure of this.#failures.values()) {
      if (!failure.connection) continue;
      const again = el('div', { class: 'acts' }, remedyButton('retry', this.#remedies(failure.question), 'secondary'));
      failure.card.replaceWith(again);
      failure.card = again;
    }
  }

  /** @param {string} question @param {import('../shared/connection.js').Connection} connection */
  async ask(question, connection) {
    this.stop();
    this.#forgetFailures(question);
    const running = new AbortController();
    this.#running = running;
    this.#host.changed();
    const turn = new TurnView(question, this.selected);
    this.root.querySelector(':scope > .note')?.remove();
    this.root.prepend(turn.root);
    try {
      await this.page.clear();
      await this.#answer(turn, { page: this.page, connection, question, selection: this.selected !== '', signal: running.signal });
    } catch (error) {
      this.#failed(turn, error, running.signal, question);
    } finally {
      turn.end();
      if (this.#running === running) this.#running = null;
      this.#host.changed();
    }
  }

  /** @param {TurnView} turn @param {Parameters<typeof askPage>[0]} ask */
  async #answer(turn, ask) {
    /** @type {Pointline.CaptureAnswer | null} */
    let capture = null;
    let found = 0;
    await askPage(ask, {
      captured: (captured) => {
        capture = captured;
        if (ask.selection) this.#hold(turn, captured);
      },
      progress: (progress) => this.#host.announce(turn.progress(progress)),
      claim: (claim) => {
        found += 1;
        if (capture) this.#addClaim(turn, claim, capture);
      },
      done: (answer, refused) => {
        if (!capture) return;
        this.#finish(turn, answer, refused, capture, found);
      },
    });
  }

  /** Show as selected what is asked about, and nothing else. @param {TurnView} turn @param {Pointline.CaptureAnswer} capture */
  #hold(turn, { text, selection }) {
    this.selected = selection ? text.slice(selection.start, selection.end) : '';
    turn.about(this.selected);
    if (!selection) turn.add(el('p', { class: 'note' }, message('selectionNotRead')));
    this.#host.changed();
  }

  /** @param {TurnView} turn @param {Pointline.Claim} claim @param {Pointline.CaptureAnswer} capture */
  #addClaim(turn, claim, { id, text, page }) {
    const order = { capture: id, claim: `claim-${(claimCount += 1)}`, spans: claim.spans, line_spans: claim.line_spans };
    const source = page.title ? `${page.title}, ${page.url}` : page.url;
    const card = claimCard(claim, text, {
      show: () => this.page.show(order),
      copy: () => navigator.clipboard.writeText(`“${claim.line}”\n${source}`),
    });
    turn.addClaim(card.view);
    void this.page.paint(order).then(card.mark);
  }

  /**
   * @param {TurnView} turn @param {Pointline.Answer} answer @param {Pointline.Withheld[]} refused @param {Pointline.CaptureAnswer} capture
   * @param {number} found
   */
  #finish(turn, answer, refused, { id, text, page }, found) {
    const withheld = [...answer.withheld, ...refused];
    const turnNumber = (claimCount += 1);
    /** @param {Pointline.Span} line @param {number} at */
    const show = ({ start, end }, at) => {
      const spans = [{ start, end }];
      return this.page.show({ capture: id, claim: `near-${turnNumber}-${at}`, spans, line_spans: spans });
    };
    const { characters, units } = answer.page;
    const model = typeof answer.stats['model'] === 'string' ? answer.stats['model'] : '';
    turn.add(
      found === 0 ? noneCard({ ...answer, withheld }, text, show) : null,
      withheld.length ? withheldCard(withheld) : null,
      readNote(characters, units, page.not_read, model),
    );
    this.#host.announce(found ? message('announceFound', number(found)) : message('noneTitle'));
  }

  /** @param {TurnView} turn @param {unknown} error @param {AbortSignal} signal @param {string} question */
  #failed(turn, error, signal, question) {
    if (signal.aborted) {
      turn.add(el('p', { class: 'note' }, message('stopped')));
      this.#host.announce(message('stopped'));
      return;
    }
    const problem = error instanceof Problem ? error : unexpected(error);
    const card = problemCard(problem, this.#remedies(question));
    this.#failures.set(turn, { question, connection: problem.remedy === 'connect' || problem.remedy === 'copy-start', card });
    turn.add(card);
    this.#host.failed(this, question);
  }

  /** @param {string} question */
  #remedies(question) {
    const { connect, allow, ask } = this.#host;
    return { connect, allow, retry: () => ask(question) };
  }

  /** A question that is asked again stands once; claims that came before it failed stay. @param {string} question */
  #forgetFailures(question) {
    for (const [turn, failure] of this.#failures) {
      if (failure.question !== question) continue;
      this.#failures.delete(turn);
      if (turn.hasClaims) failure.card.remove();
      else turn.root.remove();
    }
  }
}

/** @param {unknown} error */
function unexpected(error) {
  return new Problem(message('problemUnknown'), message('problemUnknownAction'), { detail: String(error), remedy: 'retry' });
}
