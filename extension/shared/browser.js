/** The browser's extension interface, under one name. Firefox has it as `browser`, Chromium as `chrome`; both answer with promises. */

/** What only Firefox has. @typedef {{sidebarAction: {open(): Promise<void>}}} FirefoxOnly */

export const api = /** @type {typeof chrome & Partial<FirefoxOnly>} */ (
  /** @type {any} */ (globalThis).browser ?? globalThis.chrome
);
