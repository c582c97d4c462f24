/** The questions about one tab: asks them, paints their lines and shows what came. */

import { message, number } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { framingCard } from './ask-framings.js';
import { askPage } from './asking.js';
import { el } from './dom.js';
import { Lines } from './lines.js';
import { PageTab } from './page-tab.js';
import { Painting } from './painting.js';
import { complete, newPart, newRecord } from './records.js';
import { noneCard, notesCard, readNote, withheldCard } from './views/findings.js';
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
 * @property {() => Promise<boolean>} allowPages ask the browser for the right to read pages
 * @property {(tab: number) => Promise<void>} siteOn switch the site of a tab on again
 */

/** @typedef {{page: PageTab, title: string}} Source a page that is asked */

/**
 * @typedef {object} Failure a question that came to nothing
 * @property {string} question
 * @property {boolean} connection whether a new connection mends it
 * @property {HTMLElement} card
 */

/** What is wrong with one page keeps no other from being asked. */
export const OF_A_PAGE = new Set(['tab-gone', 'no-right', 'page-closed', 'site-off', 'no-text', 'pdf']);

export class Thread {
  root = el('div', { class: 'thread' });
  painting = new Painting();
  /** @type {import('./records.js').Asked[]} */ records = [];
  /** What was selected when the person chose to ask about it. */ selected = '';
  /** A question that is being typed. */ draft = '';
  /** The daemon's name for this conversation. @type {string | null} */ #thread = null;
  /** @type {AbortController | null} */ #running = null;
  /** The pages that were read in this conversation. @type {Map<string, import('./asking.js').Read>} */ #known = new Map();
  /** @type {Map<TurnView, Failure>} */ #failures = new Map();
  /** @type {Lines} */ #lines;
  /** @type {Host} */ #host;

  /** @param {number} tab @param {Host} host */
  constructor(tab, host) {
    this.page = new PageTab(tab);
    this.#host = host;
    this.#lines = new Lines(this.page, this.painting, host.announce);
  }

  get running() {
    return this.#running !== null;
  }

  stop() {
    this.#running?.abort();
  }

  /** Begin anew: what was asked goes from the panel, and its paint from the pages. */
  async restart() {
    this.stop();
    this.#thread = null;
    this.#failures.clear();
    this.#known.clear();
    this.records = [];
    this.root.replaceChildren();
    await this.painting.clear();
    this.#host.changed();
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

  /** @param {string} question @param {import('../shared/connection.js').Connection} connection @param {Source[]} others further pages to ask @param {boolean} probe three ways */
  async ask(question, connection, others = [], probe = false) {
    await this.#turn(question, this.selected, async (turn, signal) => {
      const record = newRecord(question);
      this.records.push(record);
      const sources = [{ page: this.page, title: message('thisPage') }, ...others];
      for (const source of sources) {
        const selection = source.page === this.page && this.selected !== '';
        const part = turn.part(others.length ? source.title : '');
        const ask = { page: source.page, connection, question, selection, thread: this.#thread, probe, known: this.#known, signal };
        await this.#answer(turn, part, record, ask).catch((error) => {
          if (!others.length || !(error instanceof Problem) || !OF_A_PAGE.has(error.code)) throw error;
          part.add(problemCard(error, this.#remedies(question)));
        });
      }
    });
  }

  /**
   * Run one turn from its beginning to its end, whatever comes.
   * @param {string} question @param {string} about @param {(turn: TurnView, signal: AbortSignal) => Promise<void>} work
   */
  async #turn(question, about, work) {
    this.stop();
    this.#forgetFailures(question);
    const running = new AbortController();
    this.#running = running;
    this.#host.changed();
    const turn = new TurnView(question, about);
    this.root.querySelector(':scope > .note')?.remove();
    this.root.prepend(turn.root);
    try {
      await this.page.clear();
      await this.painting.clear();
      await work(turn, running.signal);
    } catch (error) {
      this.#failed(turn, error, running.signal, question);
    } finally {
      turn.end();
      if (this.#running === running) this.#running = null;
      this.#host.changed();
    }
  }

  /**
   * @param {TurnView} turn @param {import('./views/turn-view.js').PartView} view @param {import('./records.js').Asked} record
   * @param {Parameters<typeof askPage>[0]} ask
   */
  async #answer(turn, view, record, ask) {
    /** @type {{capture: Pointline.CaptureAnswer, part: import('./records.js').Part} | null} */
    let read = null;
    await askPage(ask, {
      captured: (capture) => {
        read = { capture, part: newPart(capture, '') };
        record.parts.push(read.part);
        if (ask.selection) this.#hold(turn, capture);
      },
      progress: (progress) => this.#host.announce(turn.progress(progress)),
      claim: (claim, sourceOf) => {
        if (!read) return;
        read.part.claims.push(claim);
        this.#lines.add(view, claim, ask.page, sourceOf);
      },
      done: (answer, refused) => {
        if (read) this.#finish(view, answer, refused, ask.page, read);
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

  /**
   * @param {import('./views/turn-view.js').PartView} view @param {Pointline.Answer} answer @param {Pointline.Withheld[]} refused
   * @param {PageTab} page @param {{capture: Pointline.CaptureAnswer, part: import('./records.js').Part}} read
   */
  #finish(view, answer, refused, page, { capture, part }) {
    const withheld = [...answer.withheld, ...refused];
    part.page.sha256 = answer.page.sha256;
    complete(part, answer, withheld);
    this.#thread = answer.thread_id ?? this.#thread;
    const { characters, units } = answer.page;
    const found = part.claims.length;
    // Lines of other pages of the thread have another text.
    const nearest = answer.nearest.filter(({ page_sha256 }) => !page_sha256 || page_sha256 === answer.page.sha256);
    view.add(
      found === 0 ? noneCard({ ...answer, nearest, withheld }, capture.text, (span) => this.#lines.leadTo(page, capture, [span])) : null,
      withheld.length ? withheldCard(withheld) : null,
      answer.probe ? framingCard(answer.probe, (sha256) => this.#known.get(sha256 ?? ''), (source, span) => this.#lines.leadTo(source.page, source.capture, [span])) : null,
      notesCard(part.notes),
      readNote(characters, units, capture.page.not_read, part.model),
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
    this.#host.announce(`${problem.title} ${problem.action}`);
    this.#host.failed(this, question);
  }

  /** @param {string} question @returns {import('./views/problem-card.js').Remedies} */
  #remedies(question) {
    const { connect, allow, ask, allowPages, siteOn } = this.#host;
    const retry = () => ask(question);
    /** @param {Promise<unknown>} done */
    const then = (done) => void done.then((given) => given !== false && retry());
    return {
      connect,
      allow,
      retry,
      'allow-pages': () => then(allowPages()),
      'site-on': () => then(siteOn(this.page.id)),
    };
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
