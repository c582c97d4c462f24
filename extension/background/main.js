/**
 * Service worker (Chromium) or event page (Firefox). It puts the entries into the page's menu, opens the panel when one is chosen, and
 * leaves word of what was asked. It owns no request: a worker is ended after thirty seconds, in the middle of an answer.
 */

import { api } from '../shared/browser.js';
import { leaveJob, tellToggle } from '../shared/job.js';
import { createMenus, jobOf } from './menus.js';
import { openPanel } from './open-panel.js';

// Listeners stand at the top level, so that a worker that was ended and is started again has them at once.
api.runtime.onInstalled.addListener(createMenus);

api.contextMenus.onClicked.addListener((info, tab) => {
  // Opening comes first: after any `await` the browser no longer takes it for an answer to the click.
  openPanel(tab);
  const job = jobOf(info.menuItemId);
  if (job && tab?.id !== undefined) void leaveJob(tab.id, job);
});

api.action.onClicked.addListener((tab) => {
  openPanel(tab);
  if (tab.id !== undefined) void leaveJob(tab.id, { about: 'page' });
});

api.commands.onCommand.addListener((command, tab) => {
  if (command === 'toggle-highlights' && tab?.id !== undefined) void tellToggle(tab.id);
});
