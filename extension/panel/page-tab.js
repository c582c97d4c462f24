/** The page in a tab, through the content scripts. They are put in when they are needed, on the right the person gave by the menu. */

import { PAINT_FILES, WALK_FILES } from '../content/files.js';
import { api } from '../shared/browser.js';
import { message } from '../shared/i18n.js';
import { Problem } from '../shared/problem.js';
import { hostOf, isOff, loadSitesOff } from '../shared/sites.js';

/** From the root, because Firefox takes them from the page that asks. */
const FILES = [...WALK_FILES, ...PAINT_FILES].map((name) => `/content/${name}`);

export class PageTab {
  /** @param {number} id the tab's */
  constructor(id) {
    this.id = id;
  }

  /** Read the page. @param {{selection: Pointline.Selecting}} options @returns {Promise<Pointline.CaptureAnswer>} */
  async capture(options) {
    await this.#letIn();
    try {
      resultOf(await api.scripting.executeScript({ target: { tabId: this.id }, files: FILES }));
      const captured = /** @type {Pointline.CaptureAnswer | null} */ (await this.#call('capture', options));
      if (captured) return captured;
    } catch (error) {
      throw await this.#refused(error);
    }
    throw await this.#refused(null);
  }

  /** @param {Pointline.PaintOrder} order @returns {Promise<Pointline.PaintState>} */
  async paint(order) {
    return /** @type {Pointline.PaintState} */ (await this.#call('paint', order).catch(() => null)) ?? 'left';
  }

  /** Paint, scroll to the line and lay it above the others. @param {Pointline.PaintOrder} order @returns {Promise<Pointline.PaintState>} */
  async show(order) {
    const state = await this.paint(order);
    if (state !== 'painted') return state;
    return /** @type {Pointline.PaintState} */ (await this.#call('show', order.claim).catch(() => null)) ?? 'left';
  }

  /** Lay a line that is pointed at in the panel above the others, or none. @param {string | null} claim */
  async hover(claim) {
    await this.#call('hover', claim).catch(() => {});
  }

  /** Show the next painted line, or the one before; the page tells which. @param {1 | -1} step */
  async go(step) {
    await this.#call('go', step).catch(() => {});
  }

  /** Give the reader back the place that they were at before a line was shown. */
  async goBack() {
    await this.#call('goBack', null).catch(() => {});
  }

  /** An address that leads to a painted line in any browser; null where none is sure to work. @param {string} claim @returns {Promise<string | null>} */
  async deepLink(claim) {
    const link = await this.#call('deepLink', claim).catch(() => null);
    return typeof link === 'string' ? link : null;
  }

  /** Take all paint away; a page that is gone has none. */
  async clear() {
    await this.#call('clear', null).catch(() => {});
  }

  /** Whether what was selected is still there. A page that was left, or may no longer be looked into, holds nothing. */
  async holds() {
    return (await this.#call('holds', null).catch(() => false)) === true;
  }

  /** Whether it is in a private window: then nothing of it may be kept. */
  async isPrivate() {
    const tab = await api.tabs.get(this.id).catch(() => null);
    return tab?.incognito ?? api.extension.inIncognitoContext;
  }

  /** Bring the tab to the front. */
  async activate() {
    await api.tabs.update(this.id, { active: true }).catch(() => {});
  }

  /** A site that was switched off is left alone. */
  async #letIn() {
    const tab = await api.tabs.get(this.id).catch(() => null);
    const host = hostOf(tab?.url);
    if (!host || !isOff(host, await loadSitesOff())) return;
    throw new Problem(message('problemSiteOff', host), message('problemSiteOffAction'), { code: 'site-off', remedy: 'site-on' });
  }

  /** @param {keyof Pointline.PageWorld} name @param {unknown} argument */
  async #call(name, argument) {
    return resultOf(await api.scripting.executeScript({ target: { tabId: this.id }, func: callInPage, args: [name, argument] }));
  }

  /** Why a page cannot be read. Its address can be seen only where the person gave the right to the page. @param {unknown} error */
  async #refused(error) {
    const detail = error instanceof Error ? error.message : '';
    const tab = await api.tabs.get(this.id).catch(() => null);
    if (!tab) return new Problem(message('problemTabGone'), message('problemTabGoneAction'), { code: 'tab-gone', detail });
    return tab.url === undefined
      ? new Problem(message('problemNoRight'), message('problemNoRightAction'), { code: 'no-right', detail, remedy: 'allow-pages' })
      : new Problem(message('problemPageClosed'), message('problemPageClosedAction'), { code: 'page-closed', detail });
  }
}

/** What a script gave back; Firefox hands over what it threw instead of throwing. @param {chrome.scripting.InjectionResult<unknown>[]} frames */
function resultOf([frame]) {
  const { error } = /** @type {{error?: unknown}} */ (frame ?? {});
  if (error) throw error instanceof Error ? error : new Error(String(error));
  return frame?.result ?? null;
}

/** Runs in the page. @param {string} name @param {unknown} argument */
function callInPage(name, argument) {
  const world = /** @type {any} */ (globalThis).pointline;
  return world?.[name] ? world[name](argument) : null;
}
