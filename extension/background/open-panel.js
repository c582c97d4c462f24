/** Open the panel beside a page: Chromium's side panel, bound to the tab, or Firefox's sidebar, one for the window. */

import { api } from '../shared/browser.js';

/** @param {chrome.tabs.Tab | undefined} tab */
export function openPanel(tab) {
  if (api.sidebarAction) {
    void api.sidebarAction.open();
  } else if (tab?.id !== undefined) {
    const tabId = tab.id;
    // Not awaited: the browser carries both out in this order, and waiting would cost the right to open.
    void api.sidePanel.setOptions({ tabId, path: `panel/panel.html?tab=${tabId}`, enabled: true });
    void api.sidePanel.open({ tabId });
  }
}
