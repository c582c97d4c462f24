/** What is selected in a page, as markup, so that the links of its claims are kept. */

import { api } from '../shared/browser.js';

/** @typedef {{html: string, text: string, url: string}} Selected */

/**
 * The selection of a page, or what was selected when the person chose to ask about it.
 * @param {import('./page-tab.js').PageTab} page @returns {Promise<Selected | null>} null: nothing is selected
 * @throws {import('../shared/problem.js').Problem} where the page may not be read
 */
export async function selectedIn(page) {
  // Reading it first says in words why a page cannot be read, and notes what is selected.
  const { selection, text, page: { url } } = await page.capture({ selection: 'now' });
  if (!selection) return null;
  const [frame] = await api.scripting.executeScript({ target: { tabId: page.id }, func: markup });
  const html = typeof frame?.result === 'string' ? frame.result : '';
  return html ? { html, text: text.slice(selection.start, selection.end), url } : null;
}

/** Runs in the page. */
function markup() {
  const world = /** @type {{pointline?: {held: Range | null}}} */ (globalThis).pointline;
  const chosen = getSelection();
  const range = world?.held ?? (chosen?.rangeCount ? chosen.getRangeAt(0) : null);
  if (!range) return '';
  const box = document.createElement('div');
  const near = range.commonAncestorContainer;
  const around = (near instanceof Element ? near : near.parentElement)?.closest('a[href], li, table, ul, ol');
  box.append(range.cloneContents());
  for (const link of box.querySelectorAll('a[href]')) link.setAttribute('href', new URL(link.getAttribute('href') ?? '', document.baseURI).href);
  if (around instanceof HTMLAnchorElement) {
    // What is selected within a link is about where it leads.
    const link = document.createElement('a');
    link.href = around.href;
    link.append(...box.childNodes);
    box.append(link);
  }
  return new XMLSerializer().serializeToString(box);
}
