/** The questions about one tab: asks them, paints their lines and shows what came. */

import { message, number } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { askPage } from './asking.js';
import { el } from './dom.js';
import { PageTab } from './page-tab.js';
import { claimCard } from './views/claim-card.js';
import { noneCard, readNote, withheldCard } from './views/findings.js';
import { problemCard } from './views/problem-card.js';
import { TurnView } from './views/turn-view.js';

/**
 * @typedef {object} Host what the thread needs of the panel
 * @property {(words: string) => void} announce say something to those who do not see the panel
 * @property {() => void} changed whether a question is under way has changed
 * @property {() => void} connect show the connection form
 * @property {() => void} allow ask the browser for the right to reach the daemon
 */

let claimCount = 0;

export class Thread {
  root = el('div', { class: 'thread' });
  /** What was selected when the person chose to ask about it. */ selected = '';
  /** A question that is being typed. */ draft = '';
  /** @type {AbortController | null} */ #running = null;
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

  /** Take note of what is selected, so that a question can be asked about it. Gives the words for a problem, or null. */
  async holdSelection() {
    const { selection, text } = await this.page.capture({ selection: true });
    this.selected = selection ? text.slice(selection.start, selection.end) : '';
    if (!selection) this.root.prepend(el('p', { class: 'note' }, message('selectionNotRead')));
  }

  /** @param {string} question @param {import('../shared/connection.js').Connection} connection */
  async ask(question, connection) {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.#host.changed();
    const turn = new TurnView(question, this.selected);
    this.root.querySelector(':scope > .note')?.remove();
    this.root.prepend(turn.root);
    const again = () => void this.ask(question, connection);
    try {
      await this.page.clear();
      await this.#answer(turn, { page: this.page, connection, question, selection: this.selected !== '', signal: running.signal });
    } catch (error) {
      this.#failed(turn, error, running.signal, again);
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
      captured: (captured) => (capture = captured),
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

  /** @param {TurnView} turn @param {unknown} error @param {AbortSignal} signal @param {() => void} again */
  #failed(turn, error, signal, again) {
    if (signal.aborted) {
      turn.add(el('p', { class: 'note' }, message('stopped')));
      this.#host.announce(message('stopped'));
      return;
    }
    const problem = error instanceof Problem ? error : unexpected(error);
    turn.add(problemCard(problem, { connect: this.#host.connect, allow: this.#host.allow, retry: again }));
  }
}

/** @param {unknown} error */
function unexpected(error) {
  return new Problem(message('problemUnknown'), message('problemUnknownAction'), { detail: String(error), remedy: 'retry' });
}
