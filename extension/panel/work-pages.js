/** The pages that a table or a check looks in: read from their tabs, sent to the daemon, and led to when a line of them is clicked. */

import { Daemon } from '../shared/daemon.js';
import { message } from '../shared/i18n.js';
import { pageHash } from '../shared/page-hash.js';
import { patiently } from '../shared/patience.js';
import { Problem } from '../shared/problem.js';
import { read, send } from './asking.js';
import { spansHold } from './line-parts.js';
import { OF_A_PAGE } from './thread.js';
import { lostWord } from './words.js';

/**
 * @typedef {object} WorkHost what a table and a check need of the panel
 * @property {(words: string) => void} announce
 * @property {() => import('./thread.js').Thread | null} thread of the tab that the panel is about
 * @property {() => Promise<import('../shared/connection.js').Connection | null>} connection asks for one where there is none
 * @property {(retry: () => void) => import('./views/problem-card.js').Remedies} remedies
 */

/** @typedef {import('./asking.js').Read} Own the first page, as it was read */
/** @typedef {{ids: string[], own: Own | null, secret: boolean, left: {title: string, problem: Problem}[]}} Sent `own`: null where it could not be read; `left`: pages that could not be read */

export class WorkPages {
  #host;
  /** @type {Map<string, import('./asking.js').Read>} */ #known = new Map();
  /** The places where a line is shown here, by its name in the page. @type {Map<string, Set<import('./views/line-view.js').LineHandle>>} */ #handles = new Map();
  /** The line that was shown last. @type {{page: import('./page-tab.js').PageTab, order: Pointline.PaintOrder} | null} */ #shown = null;

  /** @param {WorkHost} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Read pages and send them. One that cannot be read keeps no other from being looked in.
   * @param {import('./thread.js').Source[]} sources @param {Daemon} daemon @param {AbortSignal} signal
   * @param {(progress: Pointline.Progress) => void} progress @param {boolean} [held] whether to find what was selected in the first
   * @returns {Promise<Sent>}
   * @throws {Problem} when none can be read
   */
  async send(sources, daemon, signal, progress, held = false) {
    progress({ step: 'capture', share: null });
    await patiently(daemon.greet(signal), () => progress({ step: 'load', share: null }));
    /** @type {Sent} */
    const sent = { ids: [], own: null, secret: false, left: [] };
    for (const [at, { page, title }] of sources.entries()) {
      try {
        const capture = await read(page, held && at === 0, signal);
        const secret = await page.isPrivate();
        const kept = await send(daemon, capture, secret, signal);
        const one = { page, capture, sha256: kept.sha256 };
        this.#known.set(kept.sha256, one);
        if (at === 0) sent.own = one;
        if (!sent.ids.includes(kept.page_id)) sent.ids.push(kept.page_id);
        sent.secret ||= secret;
      } catch (error) {
        if (sources.length < 2 || !(error instanceof Problem) || !OF_A_PAGE.has(error.code)) throw error;
        sent.left.push({ title, problem: error });
      }
    }
    const [first] = sent.left;
    if (first && !sent.ids.length) throw first.problem;
    return sent;
  }

  /**
   * The page on which a line stands, if it was read here and the line is at its place: the daemon is not trusted in this.
   * @param {string | undefined} sha256 @param {Pointline.Span[]} spans @param {string | null} line
   */
  standing(sha256, spans, line) {
    const found = this.#known.get(sha256 ?? '');
    return found && line && spansHold(found.capture.text, spans, line) ? found : undefined;
  }

  /**
   * Lead to a line and paint it.
   * @param {import('./asking.js').Read} found @param {Pointline.Span[]} line @param {Pointline.Span[]} quote @param {string} verdict
   * @returns {Promise<Pointline.PaintState>}
   */
  async show(found, line, quote, verdict) {
    const { page } = found;
    if (page.id !== this.#host.thread()?.page.id) await page.activate();
    const order = { capture: found.capture.id, claim: nameOf(found, line), spans: quote.length ? quote : line, line_spans: line, verdict };
    let state = await page.show(order);
    if (state === 'left' && (await this.#readAgain(found))) state = await page.show({ ...order, capture: found.capture.id });
    this.#shown = state === 'painted' ? { page, order: { ...order, capture: found.capture.id } } : null;
    if (state !== 'painted') this.#host.announce(lostWord(state));
    return state;
  }

  /** A place where a line is shown hears what becomes of it in its page. @param {import('./asking.js').Read} found @param {Pointline.Span[]} line @param {import('./views/line-view.js').LineHandle} handle */
  listens(found, line, handle) {
    const name = nameOf(found, line);
    const handles = this.#handles.get(name) ?? new Set();
    this.#handles.set(name, handles.add(handle));
  }

  /** A line is pointed at in the panel: where it is painted, it lies above the others. @param {import('./asking.js').Read} found @param {Pointline.Span[]} line @param {boolean} pointed */
  hover(found, line, pointed) {
    void found.page.hover(pointed ? nameOf(found, line) : null);
  }

  /** What was done with a line in its page, or what became of it there. @param {number} tab @param {Pointline.PageEvent} event */
  heard(tab, event) {
    for (const [name, handles] of this.#handles) {
      if (!name.startsWith(`work-${tab}-`)) continue;
      for (const handle of handles) {
        if (event.kind === 'back') handle.current(false);
        else if (event.kind === 'hover') handle.point(name === event.claim);
        else if (name !== event.claim) continue;
        else if (event.kind === 'state') handle.mark(event.state);
        else handle.current(true);
      }
    }
  }

  /** Take the paint of the line that was shown away from a tab, or lay it again. @param {number} tab @param {boolean} away */
  async paint(tab, away) {
    if (this.#shown?.page.id !== tab) return;
    const { page, order } = this.#shown;
    await (away ? page.clear() : page.paint(order));
  }

  /**
   * How a line stands now in its tab, which the person may see otherwise than the daemon, who opens the address without their cookies.
   * @param {Pointline.WorkLine} line @param {Daemon} daemon that has been greeted @param {AbortSignal} signal
   * @returns {Promise<'unchanged' | 'line_still_there' | 'page_changed' | null>} null: the tab is closed, or shows another page
   */
  async now({ page_sha256 = '', quote }, daemon, signal) {
    const found = this.#known.get(page_sha256);
    const capture = (await found?.page.capture({ selection: 'none' }).catch(() => null)) ?? null;
    if (!found || !capture || !quote || capture.page.url !== found.capture.page.url) return null;
    if ((await pageHash(capture.page.blocks)) === page_sha256) return 'unchanged';
    const { page_id } = await send(daemon, capture, await found.page.isPrivate(), signal);
    return (await daemon.stands(page_id, quote, signal)) ? 'line_still_there' : 'page_changed';
  }

  /** A page that was loaded again has its lines where they were, if its text is the same. @param {import('./asking.js').Read} found */
  async #readAgain(found) {
    const capture = await found.page.capture({ selection: 'none' }).catch(() => null);
    if (!capture || (await pageHash(capture.page.blocks)) !== found.sha256) return false;
    found.capture = capture;
    return true;
  }
}

/** A line's name in its page. @param {import('./asking.js').Read} found @param {Pointline.Span[]} line */
const nameOf = ({ page }, line) => `work-${page.id}-${line[0]?.start}-${line.at(-1)?.end}`;

/** What went wrong, as a problem. @param {unknown} error */
export function asProblem(error) {
  if (error instanceof Problem) return error;
  return new Problem(message('problemUnknown'), message('problemUnknownAction'), { detail: String(error), remedy: 'retry' });
}
