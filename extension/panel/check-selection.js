/** What is selected in a page: as markup, so that the links of its claims are kept, and where it stands, so that no claim finds itself. */

import { api } from '../shared/browser.js';
import { message } from '../shared/i18n.js';
import { pageHash } from '../shared/page-hash.js';
import { Problem } from '../shared/problem.js';

/**
 * @typedef {object} Selected
 * @property {string} html
 * @property {string} text
 * @property {number} tab that it was selected in
 * @property {string} url of the page there
 * @property {string} sha256 of the page's text
 * @property {Pointline.Span} span where it stands in that text
 * @property {boolean} secret it comes from a private window
 */

/**
 * The selection of a page, or what was selected when the person chose to ask about it.
 * @param {import('./page-tab.js').PageTab} page @returns {Promise<Selected | null>} null: nothing is selected
 * @throws {import('../shared/problem.js').Problem} where the page may not be read
 */
export async function selectedIn(page) {
  // Reading it first says in words why a page cannot be read, and notes what is selected.
  const { selection, text, page: { url, blocks } } = await page.capture({ selection: 'now' });
  if (!selection) return null;
  const [frame] = await api.scripting.executeScript({ target: { tabId: page.id }, func: markup });
  const html = typeof frame?.result === 'string' ? frame.result : '';
  if (!html) return null;
  const [sha256, secret] = [await pageHash(blocks), await page.isPrivate()];
  return { html, text: text.slice(selection.start, selection.end), tab: page.id, url, sha256, span: selection, secret };
}

/**
 * Where what was selected stands in a page as it was read now; null: it was selected in another page.
 * @param {Selected} selected @param {import('./work-pages.js').Own} own
 * @returns {Pointline.Span | null}
 * @throws {Problem} where it is the same page, but the selection is not to be found in it any more
 */
export function placeOf({ tab, url, sha256, span }, own) {
  if (own.sha256 === sha256) return span;
  if (own.page.id !== tab || own.capture.page.url !== url) return null;
  if (own.capture.selection) return own.capture.selection;
  throw new Problem(message('problemSelectionGone'), message('problemNoSelectionAction'), { code: 'no-selection' });
}

/**
 * Runs in the page. A link into the page itself is no source of what it says: where it leads to a note, the addresses of the note take
 * its place, and otherwise it is a link no more.
 */
function markup() {
  const mostOfANote = 3;
  const world = /** @type {{pointline?: {held: Range | null}}} */ (globalThis).pointline;
  const chosen = getSelection();
  const range = world?.held ?? (chosen?.rangeCount ? chosen.getRangeAt(0) : null);
  if (!range) return '';
  const box = document.createElement('div');
  const near = range.commonAncestorContainer;
  const around = (near instanceof Element ? near : near.parentElement)?.closest('a[href], li, table, ul, ol');
  const own = near.ownerDocument ?? document;
  /** @param {string} given */
  const whole = (given) => (URL.canParse(given, own.baseURI) ? new URL(given, own.baseURI) : null);
  /** @param {URL | null} url */
  const outside = (url) => url !== null && url.href.split('#')[0] !== own.URL.split('#')[0];
  /** Where a link leads to outside of this page. @param {Element} link @returns {string[]} */
  const leadsTo = (link) => {
    const url = whole(link.getAttribute('href') ?? '');
    if (url && outside(url)) return [url.href];
    let id = url?.hash.slice(1) ?? '';
    try {
      id = decodeURIComponent(id);
    } catch {
      // It is no escape.
    }
    const note = id ? own.getElementById(id) : null;
    const found = [...(note?.querySelectorAll('a[href]') ?? [])].map((one) => whole(one.getAttribute('href') ?? ''));
    return found.flatMap((one) => (one && outside(one) && /^https?:$/.test(one.protocol) ? [one.href] : [])).slice(0, mostOfANote);
  };
  box.append(range.cloneContents());
  for (const link of box.querySelectorAll('a[href]')) {
    const [first, ...more] = leadsTo(link);
    if (first) link.setAttribute('href', first);
    else link.removeAttribute('href');
    for (const href of more) {
      const copy = /** @type {Element} */ (link.cloneNode(true));
      copy.setAttribute('href', href);
      link.after(copy);
    }
  }
  const lead = around instanceof HTMLAnchorElement ? leadsTo(around)[0] : undefined;
  if (lead) {
    // What is selected within a link is about where it leads.
    const link = document.createElement('a');
    link.href = lead;
    link.append(...box.childNodes);
    box.append(link);
  }
  return new XMLSerializer().serializeToString(box);
}
