/**
 * The panel beside a page. It owns the requests: it lives as long as it is open, where a service worker is ended in the middle of an
 * answer. In Chromium it belongs to one tab (named in its address); in Firefox it follows the window's active tab.
 */

import { api } from '../shared/browser.js';
import { fill, message } from '../shared/i18n.js';
import { onJob, onPageEvent, onToggle, takeJob } from '../shared/job.js';
import { ALL_PAGES, DAEMON_HOSTS, ask as askRight } from '../shared/rights.js';
import { hostOf, switchOn } from '../shared/sites.js';
import { CheckTab } from './check-tab.js';
import { Connecting } from './connecting.js';
import { icon } from './dom.js';
import { announce, byId } from './page-elements.js';
import { listenToKeys } from './panel-keys.js';
import { fillMenu } from './panel-menu.js';
import { showPresets } from './presets-row.js';
import { Sources } from './sources.js';
import { tabBar } from './tab-bar.js';
import { TableTab } from './table-tab.js';
import { Thread } from './thread.js';
import { closeDialog } from './views/dialog.js';
import { openExport } from './views/export-dialog.js';
import { openHistory } from './views/history-dialog.js';

const LONGEST_EXCERPT = 120;

const form = byId('ask', HTMLFormElement);
const question = byId('question', HTMLTextAreaElement);
const submit = byId('submit', HTMLButtonElement);
const stop = byId('stop', HTMLButtonElement);
const checkButton = byId('check', HTMLButtonElement);
const threads = byId('threads', HTMLDivElement);
const selection = byId('selection', HTMLDivElement);
const presets = byId('presets', HTMLUListElement);

/** @type {Map<number, Thread>} */
const known = new Map();
/** @type {Thread | null} */
let current = null;

const connecting = new Connecting(made, showForm);
const sources = new Sources();

function made() {
  known.forEach((thread) => thread.reconnected());
  checkTab.reconnected();
}
/** Other tabs, for each of the panel's tabs. */
const choices = [sources];

/** @type {import('./thread.js').Host} */
const host = {
  announce,
  changed: () => {
    showRunning();
    showSelection();
  },
  connect: () => connecting.showForm(),
  ask: (text) => void ask(text),
  failed: giveBack,
  allow: () => void askRight(DAEMON_HOSTS),
  allowPages: () => askRight(ALL_PAGES),
  siteOn: async (tab) => switchOn(hostOf((await api.tabs.get(tab)).url)),
};

/** @type {import('./work-pages.js').WorkHost} */
const workHost = {
  announce,
  thread: () => current,
  connection: async () => {
    const connection = await connecting.ready();
    if (connection) connecting.forgetProblem();
    else connecting.showForm();
    return connection;
  },
  remedies: (retry) => ({
    connect: host.connect,
    allow: host.allow,
    retry,
    'allow-pages': () => void host.allowPages().then((given) => given && retry()),
    'site-on': () => void (current && host.siteOn(current.page.id).then(retry)),
  }),
};

const tableTab = new TableTab(workHost);
const checkTab = new CheckTab(workHost);

/** Turn to the thread of a tab. @param {number} tab */
function turnTo(tab) {
  if (current) current.draft = question.value;
  current = known.get(tab) ?? new Thread(tab, host);
  known.set(tab, current);
  threads.replaceChildren(current.root);
  question.value = current.draft;
  choices.forEach((one) => one.turnTo(tab));
  resize();
  showSelection();
  void showTitle(tab);
}

/** Say which page the panel is about; the browser tells only where the person gave the right to the page. @param {number} tab */
async function showTitle(tab) {
  const { title } = await api.tabs.get(tab).catch(() => ({ title: '' }));
  if (current?.page.id === tab) byId('title', HTMLHeadingElement).textContent = title || message('extensionName');
}

/** The question is asked where there is a daemon to ask. */
function showForm() {
  const before = form.hidden;
  form.hidden = !connecting.current;
  // Until there is a connection, connecting is all there is to do.
  tabBar.hide(!connecting.current);
  resize();
  if (before && !form.hidden && !document.querySelector('#connect-place form')) question.focus();
}

function showRunning() {
  const running = current?.running ?? false;
  stop.hidden = !running;
  submit.hidden = running;
  submit.disabled = !question.value.trim();
  checkButton.hidden = running || !current?.selected;
  presets.hidden = form.hidden || running;
  presets.classList.toggle('is-small', Boolean(current?.root.childElementCount));
}

function showSelection() {
  const text = current?.selected.replace(/\s+/g, ' ').trim() ?? '';
  selection.hidden = !text;
  const excerpt = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
  byId('selection-text', HTMLSpanElement).textContent = excerpt;
  checkButton.hidden = !text || (current?.running ?? false);
}

/** @param {string} text */
async function ask(text) {
  const thread = current;
  if (!text || !thread || thread.running) return;
  const connection = await connecting.ready();
  if (!connection) return connecting.showForm();
  if (thread.running) return;
  connecting.forgetProblem();
  if (question.value.trim() === text) {
    question.value = '';
    resize();
  }
  await thread.ask(text, connection, sources.others(thread.page.id), byId('probe', HTMLInputElement).checked);
}

/** Check the claims of what is selected. */
function check() {
  tabBar.show('check');
  void checkTab.checkSelection();
}

/** Put a question that came to nothing back into the box, unless another one is being typed. @param {Thread} thread @param {string} text */
function giveBack(thread, text) {
  if (thread !== current) {
    thread.draft ||= text;
  } else if (!question.value.trim()) {
    question.value = text;
    resize();
  }
}

/** Take what the page's menu left for this tab. @param {number} tab */
async function takeUp(tab) {
  const job = await takeJob(tab);
  if (!job) return;
  const thread = known.get(tab);
  if (!thread) return;
  void showTitle(tab);
  if (job.about === 'check') return check();
  tabBar.show('ask');
  thread.selected = '';
  if (job.about === 'selection') await thread.holdSelection().catch(() => {});
  showSelection();
  // Where the panel was open before, the page keeps the keyboard: neither browser lets an extension take it (w3c/webextensions#693).
  if (!form.hidden) question.focus();
}

/** Let the question box be as high as what is in it; while it is hidden it has no height to go by. */
function resize() {
  question.style.height = 'auto';
  if (!form.hidden) question.style.height = `${question.scrollHeight}px`;
  showRunning();
}

/** Take the paint away or lay it again, and say which. @param {number} tab */
async function toggle(tab) {
  const away = await known.get(tab)?.painting.toggle();
  if (away !== undefined) await Promise.all([tableTab, checkTab].map((one) => one.pages.paint(tab, away)));
  if (away !== undefined) announce(message(away ? 'highlightsAway' : 'highlightsBack'));
}

async function showHistory() {
  if (!connecting.current) return connecting.showForm();
  await openHistory(connecting.current, (await current?.page.isPrivate()) ?? false);
}

function listen() {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(question.value.trim());
  });
  question.addEventListener('input', resize);
  addEventListener('resize', resize);
  question.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void ask(question.value.trim());
  });
  stop.addEventListener('click', () => current?.stop());
  // The daemon goes on without a reader, so that a stream can be taken up again: who closes the panel stops what it asked.
  addEventListener('pagehide', () => known.forEach((thread) => thread.stop()));
  checkButton.addEventListener('click', check);
  listenToKeys(() => current, [tableTab, checkTab]);
  byId('drop-selection', HTMLButtonElement).addEventListener('click', () => {
    if (current) current.selected = '';
    showSelection();
    question.focus();
  });
  byId('dialog', HTMLDialogElement).addEventListener('click', (event) => {
    if (event.target === event.currentTarget) closeDialog();
  });
}

/** Follow the tabs: which is in front, what is in it, whether it is still there. @param {number} bound the panel's tab, or 0 */
async function follow(bound) {
  const { id: windowId } = await api.windows.getCurrent();
  if (bound) {
    turnTo(bound);
  } else {
    const [active] = await api.tabs.query({ active: true, ...(windowId === undefined ? {} : { windowId }) });
    if (active?.id !== undefined) turnTo(active.id);
    api.tabs.onActivated.addListener((change) => {
      if (change.windowId !== windowId) return;
      turnTo(change.tabId);
      void takeUp(change.tabId);
    });
  }
  api.tabs.onUpdated.addListener((tab, { status, title }) => {
    if (!status && !title) return;
    void known.get(tab)?.checkSelection();
    if (status === 'complete') known.forEach((thread) => void thread.painting.loaded(tab));
    if (tab === current?.page.id) void showTitle(tab);
  });
  api.tabs.onRemoved.addListener((tab) => {
    known.get(tab)?.stop();
    known.delete(tab);
    choices.forEach((one) => one.drop(tab));
  });
}

/** A tab for longer work. @param {'table' | 'check'} id @param {Parameters<typeof icon>[0]} drawing @param {TableTab | CheckTab} tab */
function addWork(id, drawing, tab) {
  document.querySelector('main')?.append(tab.root);
  choices.push(tab.sources);
  addEventListener('pagehide', () => tab.stop());
  tabBar.add({ id, label: message(id === 'table' ? 'tableTab' : 'checkTab'), drawing, panel: tab.root, shown: () => tab.focus() });
}

async function start() {
  fill(document);
  byId('connection', HTMLButtonElement).append(icon('plug'));
  byId('more', HTMLButtonElement).append(icon('more'));
  byId('drop-selection', HTMLButtonElement).append(icon('close'));
  listen();
  fillMenu({
    'menu-new': () => void current?.restart().then(() => question.focus()),
    'menu-toggle': () => current && void toggle(current.page.id),
    'menu-export': () => openExport(current?.records ?? []),
    'menu-history': () => void showHistory(),
    'menu-options': () => void api.runtime.openOptionsPage(),
  });
  tabBar.add({ id: 'ask', label: message('ask'), drawing: 'ask', panel: byId('tab-ask', HTMLElement), shown: () => question.focus() });
  addWork('table', 'table', tableTab);
  addWork('check', 'found', checkTab);
  showPresets((text) => void ask(text));
  await follow(Number(new URLSearchParams(location.search).get('tab')));
  onJob((tab) => {
    if (current?.page.id === tab) void takeUp(tab);
  });
  onToggle((tab) => void toggle(tab));
  onPageEvent((tab, event) => {
    known.forEach((thread) => thread.painting.heard(tab, event));
    for (const { pages } of [tableTab, checkTab]) pages.heard(tab, event);
  });
  await connecting.load();
  if (current) await takeUp(current.page.id);
}

void start();
