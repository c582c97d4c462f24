/** The Check tab: a text in, each of its claims with its line or NONE out, with the rates, what to fix, and the sources opened again. */

import { Daemon } from '../shared/daemon.js';
import { message, number } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { claimCheckCard } from './check-claim.js';
import { CheckForm } from './check-form.js';
import { reportCard } from './check-report.js';
import { placeOf, selectedIn } from './check-selection.js';
import { el } from './dom.js';
import { OwnVerdicts, judgedAnew } from './own-verdict.js';
import { OF_A_PAGE } from './thread.js';
import { notesCard } from './views/findings.js';
import { problemCard } from './views/problem-card.js';
import { leftOut } from './work-evidence.js';
import { WorkPages, asProblem } from './work-pages.js';
import { follow } from './work-run.js';
import { stepWord } from './words.js';

export class CheckTab {
  #host;
  #pages;
  #own;
  #form = new CheckForm(() => void this.check(), () => void this.takeSelection());
  #said = el('div');
  #report = el('div');
  #claims = el('ol', { class: 'checked-claims', 'aria-label': message('claimsTitle') });
  #recheck = el('button', { type: 'button', class: 'secondary', click: () => void this.#openAgain() }, message('recheck'));
  /** @type {Map<number, ReturnType<typeof claimCheckCard>>} */ #cards = new Map();
  /** The claims by the names that the history gives them. @type {Map<string, number>} */ #kept = new Map();
  /** @type {Map<number, Pointline.CheckedClaim>} */ #shown = new Map();
  /** How the lines of claims stand since their sources were opened again. @type {Map<number, Pointline.RecheckedLine>} */ #now = new Map();
  #session = '';
  /** A check was begun where there was no connection. */ #waits = false;

  /** @param {import('./work-pages.js').WorkHost} host */
  constructor(host) {
    this.#host = host;
    this.#pages = new WorkPages(host);
    this.#own = new OwnVerdicts(host, (id, judged) => this.#judged(id, judged));
    this.root = el('section', { id: 'tab-check', class: 'work', hidden: true }, el('h2', { class: 'unseen' }, message('checkTab')), this.#form.root, this.#form.run.root, this.#said, this.#report, this.#claims);
  }

  get sources() {
    return this.#form.sources;
  }

  focus() {
    this.#form.focus();
  }

  /** The pages that its lines stand on. */
  get pages() {
    return this.#pages;
  }

  get running() {
    return this.#form.run.running;
  }

  stop() {
    this.#form.run.stop();
  }

  /** Take what is selected in the page as the text. @returns {Promise<boolean>} whether there was something */
  async takeSelection() {
    const page = this.#host.thread()?.page;
    if (!page) return false;
    this.#said.replaceChildren();
    try {
      const selected = await selectedIn(page);
      if (selected) this.#form.select(selected);
      else this.#note(message('checkNothingSelected'));
      this.focus();
      return selected !== null;
    } catch (error) {
      this.#fail(asProblem(error), () => void this.takeSelection());
      return false;
    }
  }

  /** Check what is selected in the page: the claims of its text, against that page and the chosen tabs. */
  async checkSelection() {
    this.stop();
    this.#clear();
    if (await this.takeSelection()) await this.check();
  }

  /** A connection was made: a check that waited for one begins. */
  reconnected() {
    if (this.#waits) void this.check();
  }

  /** Check the text; claims are shown as they are judged. */
  async check() {
    const { given, run } = this.#form;
    if (!given) return this.#form.focus();
    const connection = await this.#host.connection();
    this.#waits = !connection;
    if (!connection) return;
    this.#clear();
    const daemon = new Daemon(connection);
    const ended = await run.run(async (signal) => {
      const { ids, secret, left, selection } = await this.#against(given.selected, daemon, signal);
      const more = leftOut(left);
      if (more) this.#said.append(more);
      const { text, format, base, strict } = given;
      const body = { text, format, base, strict, against: ids, selection, private: secret };
      await follow(daemon, { path: '/v1/checks', kind: 'checks', body }, signal, {
        progress: (/** @type {Pointline.WorkProgress} */ data) => this.#progress(data),
        claim: (/** @type {Pointline.CheckedClaim} */ claim) => this.#put(claim),
        done: (/** @type {Pointline.CheckReport} */ report) => this.#finish(report, strict),
      });
    }, this.#host.announce);
    if (ended === 'stopped') this.#note(message('stopped'));
    else if (ended instanceof Problem) this.#fail(ended, () => void this.check());
  }

  /**
   * The pages for claims without a link, and where in the first of them the text was selected: those lines do not count.
   * @param {import('./check-selection.js').Selected | null} selected @param {Daemon} daemon @param {AbortSignal} signal
   */
  async #against(selected, daemon, signal) {
    const page = this.#host.thread()?.page;
    const others = this.sources.others(page?.id ?? 0);
    const sources = page ? [{ page, title: message('thisPage') }, ...others] : others;
    const secret = ((await page?.isPrivate()) ?? false) || (selected?.secret ?? false);
    const progress = (/** @type {Pointline.Progress} */ data) => this.#progress(data);
    try {
      const sent = await this.#pages.send(sources, daemon, signal, progress, selected?.tab === page?.id);
      const selection = selected && sent.own ? placeOf(selected, sent.own) : null;
      return { ...sent, secret: secret || sent.secret, selection };
    } catch (error) {
      // A text with links can be checked without any page.
      if (others.length || !(error instanceof Problem) || !OF_A_PAGE.has(error.code)) throw error;
      return { ids: [], secret, left: [{ title: message('thisPage'), problem: error }], selection: null };
    }
  }

  /** @param {Pointline.WorkProgress} progress */
  #progress({ done, total, share, ...rest }) {
    const step = stepWord({ ...rest, share: null });
    this.#form.run.progress(total ? message('claimProgress', step, number(done ?? 0), number(total)) : step, share);
  }

  /** @param {Pointline.CheckedClaim} claim @param {boolean} [judged] a person judged it, or took that back */
  #put(claim, judged = false) {
    const shown = this.#shown.get(claim.number);
    // The report at the end brings claims again; one that a person judged in the meantime stays as it is.
    if (shown?.verdict_source === 'person' && claim.verdict_source !== 'person' && !judged) return;
    this.#shown.set(claim.number, claim);
    const card = claimCheckCard(this.#pages, claim, this.#own);
    const before = this.#cards.get(claim.number);
    if (before) before.view.replaceWith(card.view);
    else this.#claims.append(card.view);
    this.#cards.set(claim.number, card);
    const now = this.#now.get(claim.number);
    if (now) card.rechecked(now);
    if (claim.cell_id) this.#kept.set(claim.cell_id, claim.number);
  }

  /** @param {string} id @param {Pointline.JudgedCell} judged */
  #judged(id, judged) {
    const claim = this.#shown.get(this.#kept.get(id) ?? NaN);
    if (!claim) return;
    this.#put(judgedAnew(claim, judged), true);
    this.#cards.get(claim.number)?.view.focus();
  }

  /** @param {Pointline.CheckReport} report @param {boolean} strict */
  #finish(report, strict) {
    this.#session = report.session_id;
    report.claims.forEach((claim) => this.#put(claim));
    this.#recheck.hidden = this.#kept.size === 0;
    this.#report.replaceChildren(reportCard(report, strict, (claim) => this.#lead(claim), this.#recheck));
    const notes = notesCard(report.notes);
    if (notes) this.#said.append(notes);
    const heard = report.claims.length ? message('checkDone', number(report.claims.length), number(report.fixes.length)) : message('checkNoClaims');
    if (!report.claims.length) this.#note(heard);
    this.#host.announce(heard);
  }

  /** @param {number} claim */
  #lead(claim) {
    const card = this.#cards.get(claim)?.view;
    card?.scrollIntoView({ block: 'nearest' });
    card?.focus({ preventScroll: true });
  }

  /** Open the sources again: do the lines still stand? */
  async #openAgain() {
    const connection = await this.#host.connection();
    if (!connection || !this.#session || this.#form.run.running) return;
    const daemon = new Daemon(connection);
    this.#said.replaceChildren();
    this.#recheck.disabled = true;
    const path = `/v1/sessions/${encodeURIComponent(this.#session)}/recheck`;
    /** @type {Pointline.RecheckedLine[]} */
    let told = [];
    const ended = await this.#form.run.run(async (signal) => {
      await daemon.greet(signal);
      await follow(daemon, { path, kind: 'rechecks', body: {} }, signal, {
        progress: (/** @type {Pointline.WorkProgress} */ data) => this.#progress(data),
        done: (/** @type {{lines: Pointline.RecheckedLine[]}} */ { lines }) => (told = lines),
      });
      this.#rechecked(await Promise.all(told.map((line) => this.#inItsTab(line, daemon, signal))));
    }, this.#host.announce);
    this.#recheck.disabled = false;
    if (ended === 'stopped') this.#note(message('stopped'));
    else if (ended instanceof Problem) this.#fail(ended, () => void this.#openAgain());
  }

  /** What stands in an open tab is looked up there. @param {Pointline.RecheckedLine} line @param {Daemon} daemon @param {AbortSignal} signal */
  async #inItsTab(line, daemon, signal) {
    const claim = this.#shown.get(this.#kept.get(line.id) ?? NaN);
    const now = claim ? await this.#pages.now(claim, daemon, signal) : null;
    return now ? { ...line, now, problem: '' } : line;
  }

  /** @param {Pointline.RecheckedLine[]} lines */
  #rechecked(lines) {
    this.#now = new Map(lines.map((line) => [this.#kept.get(line.id) ?? NaN, line]));
    for (const [claim, line] of this.#now) this.#cards.get(claim)?.rechecked(line);
    const stand = lines.filter(({ now }) => now === 'unchanged' || now === 'line_still_there').length;
    this.#note(message('recheckDone', number(stand), number(lines.length)));
    this.#host.announce(message('recheckDone', number(stand), number(lines.length)));
  }

  /** @param {string} words */
  #note(words) {
    this.#said.append(el('p', { class: 'note' }, words));
  }

  /** @param {Problem} problem @param {() => void} retry */
  #fail(problem, retry) {
    this.#said.append(problemCard(problem, this.#host.remedies(retry), message('tryAgain')));
  }

  #clear() {
    this.#cards.clear();
    this.#shown.clear();
    this.#now.clear();
    this.#kept.clear();
    this.#session = '';
    this.#said.replaceChildren();
    this.#report.replaceChildren();
    this.#claims.replaceChildren();
  }
}
