/** The Table tab: items by fields over one or several tabs, found cell by cell. What was found stays when it is stopped, and is taken up again. */

import { Daemon } from '../shared/daemon.js';
import { message, number } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { el } from './dom.js';
import { OwnVerdicts } from './own-verdict.js';
import { exportRow } from './table-export.js';
import { TableForm } from './table-form.js';
import { TableGrid } from './table-grid.js';
import { TableList } from './table-list.js';
import { placeOf } from './table-records.js';
import { problemCard } from './views/problem-card.js';
import { notesCard } from './views/findings.js';
import { leftOut } from './work-evidence.js';
import { WorkPages } from './work-pages.js';
import { follow } from './work-run.js';
import { stepWord } from './words.js';

export class TableTab {
  #host;
  #pages;
  #form = new TableForm(() => void this.fill(), () => void this.#suggest());
  #grid = new TableGrid((place) => this.#list.lead(place));
  #list;
  #said = el('div');
  /** The session that keeps the cells: an unfinished table is continued in it. */ #session = '';
  /** The pages of that session. */ #over = '';
  /** What an unfinished table is found in: the panel may have turned to another tab since. @type {{sources: import('./thread.js').Source[], chosen: string} | null} */ #paused = null;

  /** @param {import('./work-pages.js').WorkHost} host */
  constructor(host) {
    this.#host = host;
    this.#pages = new WorkPages(host);
    const own = new OwnVerdicts(host, (id, judged) => this.#judged(id, judged));
    this.#list = new TableList(this.#pages, exportRow(() => this.#kept(), host.announce), own);
    this.#grid.root.hidden = true;
    this.root = el('section', { id: 'tab-table', class: 'work', hidden: true }, el('h2', { class: 'unseen' }, message('tableTab')), this.#form.root, this.#form.run.root, this.#said, this.#grid.root, this.#list.root);
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

  /** Fill the table; cells that the session has are not found again. */
  async fill() {
    if (this.#form.lacking()) return;
    const { items, fields, run, suggest } = this.#form;
    const connection = await this.#host.connection();
    if (!connection || run.running) return;
    const daemon = new Daemon(connection);
    this.#said.replaceChildren();
    suggest.disabled = true;
    const chosen = this.sources.chosen;
    const asked = this.#paused?.chosen === chosen ? this.#paused.sources : this.#asked();
    const ended = await run.run(async (signal) => {
      const { ids, secret, left } = await this.#pages.send(asked, daemon, signal, (progress) => run.progress(stepWord(progress), null));
      const over = ids.join(' ');
      if (over !== this.#over) this.#session = '';
      this.#begin(items, fields, over === this.#over);
      this.#over = over;
      this.#tell(leftOut(left));
      const body = { pages: ids, items, fields, private: secret };
      await this.#follow(daemon, body, secret, signal);
    }, this.#host.announce);
    suggest.disabled = false;
    this.#grid.end();
    const unfinished = this.#unfinished(items, fields);
    this.#paused = unfinished ? { sources: asked, chosen } : null;
    this.#form.unfinished(unfinished);
    if (ended === 'stopped') this.#tell(el('p', { class: 'note' }, message('stopped')));
    else if (ended instanceof Problem) this.#tell(ended);
  }

  /** @param {Daemon} daemon @param {Record<string, unknown>} body @param {boolean} secret kept in no session @param {AbortSignal} signal */
  async #follow(daemon, body, secret, signal) {
    const work = { path: '/v1/tables', kind: /** @type {const} */ ('tables') };
    const hears = {
      progress: (/** @type {Pointline.WorkProgress} */ data) => this.#progress(data),
      cell: (/** @type {Pointline.TableCell} */ cell) => this.#found(cell, daemon),
      done: (/** @type {{cells: Pointline.TableCell[], session_id: string, notes: Pointline.Note[]}} */ table) => this.#finish(table),
    };
    try {
      const session = secret || !this.#session ? {} : { session_id: this.#session };
      await follow(daemon, { ...work, body: { ...body, ...session } }, signal, hears);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'session' || !this.#session) throw error;
      // The session was forgotten in the meantime: the table is begun in a new one.
      this.#session = '';
      await follow(daemon, { ...work, body }, signal, hears);
    }
  }

  /** @param {string[]} items @param {string[]} fields @param {boolean} keep */
  #begin(items, fields, keep) {
    this.#list.begin(items, fields, keep);
    this.#grid.begin(items, fields, this.#list.cells);
    this.#grid.root.hidden = false;
  }

  /** @param {Pointline.WorkProgress} progress */
  #progress(progress) {
    const { item, field, done = 0, total = 0, share } = progress;
    this.#grid.progress(progress);
    const step = stepWord({ ...progress, share: null });
    const at = Math.min(done + 1, total);
    this.#form.run.progress(item && field ? message('cellProgress', number(at), number(total), `${item} · ${field}`, step) : step, share);
  }

  /** @param {Pointline.TableCell} cell @param {Daemon} daemon */
  #found(cell, daemon) {
    this.#list.put(cell);
    this.#grid.put(cell);
    this.#host.announce(`${cell.item}, ${cell.field}: ${cell.value ?? message('cellNoValue')}`);
    // A table that is stopped has no last event to name its session.
    if (this.#session || !cell.table_id) return;
    void daemon.workState('tables', cell.table_id).then(({ session_id }) => (this.#session ||= session_id ?? ''), () => {});
  }

  /** @param {{cells: Pointline.TableCell[], session_id: string, notes: Pointline.Note[]}} table */
  #finish({ cells, session_id, notes }) {
    this.#session = session_id;
    this.#list.put(...cells);
    cells.forEach((cell) => this.#grid.put(cell));
    this.#tell(notesCard(notes));
    this.#host.announce(message('tableDone', number(cells.length)));
  }

  /** @param {string} id @param {Pointline.JudgedCell} judged */
  #judged(id, judged) {
    const cell = this.#list.judged(id, judged);
    if (cell) this.#grid.put(cell);
  }

  /** Put what the pages offer into the boxes that are empty. */
  async #suggest() {
    const connection = await this.#host.connection();
    if (!connection || this.#form.run.running) return;
    const daemon = new Daemon(connection);
    const { run, suggest } = this.#form;
    this.#said.replaceChildren();
    suggest.disabled = true;
    const ended = await run.run(async (signal) => {
      const { ids } = await this.#pages.send(this.#asked(), daemon, signal, (progress) => run.progress(stepWord(progress), null));
      const offered = await daemon.suggestTable(ids, signal);
      this.#form.offer(offered);
      const none = !offered.items.length && !offered.fields.length;
      if (none) this.#tell(el('p', { class: 'note' }, message('tableNothingOffered')));
      this.#host.announce(message(none ? 'tableNothingOffered' : 'tableOffered'));
    }, this.#host.announce);
    suggest.disabled = false;
    if (ended instanceof Problem) this.#tell(ended, () => void this.#suggest());
  }

  /** @returns {import('./thread.js').Source[]} */
  #asked() {
    const page = this.#host.thread()?.page;
    return page ? [{ page, title: message('thisPage') }, ...this.sources.others(page.id)] : [];
  }

  /** The session that keeps the cells, if it does: of a private window, or without a history, it keeps none. */
  async #kept() {
    const connection = await this.#host.connection();
    const kept = [...this.#list.cells.values()].some(({ cell_id }) => cell_id);
    return connection && kept && this.#session ? { daemon: new Daemon(connection), session: this.#session } : null;
  }

  /** @param {string[]} items @param {string[]} fields */
  #unfinished(items, fields) {
    const { cells } = this.#list;
    return cells.size > 0 && items.some((item) => fields.some((field) => !cells.has(placeOf({ item, field }))));
  }

  /** @param {Problem | Node | null} said @param {() => void} retry */
  #tell(said, retry = () => void this.fill()) {
    if (said) this.#said.append(said instanceof Problem ? problemCard(said, this.#host.remedies(retry), message('tryAgain')) : said);
  }
}
