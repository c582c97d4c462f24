/**
 * The panel beside a page. It owns the requests: it lives as long as it is open, where a service worker is ended in the middle of an
 * answer. In Chromium it belongs to one tab (named in its address); in Firefox it follows the window's active tab.
 */

import { api } from '../shared/browser.js';
import { keepConnection, loadConnection } from '../shared/connection.js';
import { DAEMON_HOSTS, Daemon } from '../shared/daemon.js';
import { fill, message } from '../shared/i18n.js';
import { onJob, takeJob } from '../shared/job.js';
import { pair } from '../shared/pairing.js';
import { Problem } from '../shared/problem.js';
import { icon } from './dom.js';
import { Thread } from './thread.js';
import { connectionForm } from './views/connection-form.js';

const LONGEST_EXCERPT = 120;

/** @template {Element} T @param {string} id @param {new () => T} kind @returns {T} */
function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`panel.html has no ${kind.name} called ${id}`);
  return element;
}

const form = byId('ask', HTMLFormElement);
const question = byId('question', HTMLTextAreaElement);
const submit = byId('submit', HTMLButtonElement);
const stop = byId('stop', HTMLButtonElement);
const threads = byId('threads', HTMLDivElement);
const connectPlace = byId('connect-place', HTMLDivElement);
const selection = byId('selection', HTMLDivElement);

/** @type {import('../shared/connection.js').Connection | null} */
let connection = null;
/** @type {Map<number, Thread>} */
const known = new Map();
/** @type {Thread | null} */
let current = null;

/** @type {import('./thread.js').Host} */
const host = {
  announce: (words) => {
    byId('status', HTMLParagraphElement).textContent = words;
  },
  changed: () => {
    showRunning();
    showSelection();
  },
  connect: showConnectionForm,
  ask,
  failed: giveBack,
  allow: () => void api.permissions.request(DAEMON_HOSTS),
};

/** Turn to the thread of a tab. @param {number} tab */
function turnTo(tab) {
  if (current) current.draft = question.value;
  current = known.get(tab) ?? new Thread(tab, host);
  known.set(tab, current);
  threads.replaceChildren(current.root);
  question.value = current.draft;
  resize();
  showSelection();
  void showTitle(tab);
}

/** Say which page the panel is about; the browser tells only where the person gave the right to the page. @param {number} tab */
async function showTitle(tab) {
  const { title } = await api.tabs.get(tab).catch(() => ({ title: '' }));
  if (current?.page.id === tab) byId('title', HTMLHeadingElement).textContent = title || message('extensionName');
}

function showRunning() {
  const running = current?.running ?? false;
  stop.hidden = !running;
  submit.hidden = running;
  submit.disabled = !question.value.trim();
}

function showSelection() {
  const text = current?.selected.replace(/\s+/g, ' ').trim() ?? '';
  selection.hidden = !text;
  const excerpt = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
  byId('selection-text', HTMLSpanElement).textContent = excerpt;
}

function showConnectionForm() {
  const view = connectionForm(connect, pairUp);
  connectPlace.replaceChildren(view.form);
  form.hidden = !connection;
  view.focus();
}

function hideConnectionForm() {
  connectPlace.replaceChildren();
  form.hidden = !connection;
  resize();
  question.focus();
}

/** @param {import('../shared/connection.js').Connection} given @returns {Promise<string | null>} what is wrong, or null */
async function connect(given) {
  try {
    const daemon = new Daemon(given);
    await daemon.greet();
    const { model } = await daemon.status();
    await keepConnection(given);
    connection = given;
    host.announce(message('connected', model));
    for (const thread of known.values()) thread.reconnected();
    hideConnectionForm();
    return null;
  } catch (error) {
    return error instanceof Problem ? `${error.title} ${error.action}` : String(error);
  }
}

/** Pair by a code, and connect. @param {string} url @param {string} code @returns {Promise<string | null>} what is wrong, or null */
async function pairUp(url, code) {
  try {
    return await connect(await pair(url, code));
  } catch (error) {
    return error instanceof Problem ? `${error.title} ${error.action}` : String(error);
  }
}

/** @param {string} text */
function ask(text) {
  if (!text || !current || current.running) return;
  if (!connection) return showConnectionForm();
  if (question.value.trim() === text) {
    question.value = '';
    resize();
  }
  void current.ask(text, connection);
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

function listen() {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask(question.value.trim());
  });
  question.addEventListener('input', resize);
  question.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    ask(question.value.trim());
  });
  stop.addEventListener('click', () => current?.stop());
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') current?.stop();
  });
  byId('connection', HTMLButtonElement).addEventListener('click', () => {
    if (connection && connectPlace.hasChildNodes()) hideConnectionForm();
    else showConnectionForm();
  });
  byId('drop-selection', HTMLButtonElement).addEventListener('click', () => {
    if (current) current.selected = '';
    showSelection();
    question.focus();
  });
}

async function start() {
  fill(document);
  byId('connection', HTMLButtonElement).append(icon('plug'));
  byId('drop-selection', HTMLButtonElement).append(icon('close'));
  listen();
  const bound = Number(new URLSearchParams(location.search).get('tab'));
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
    if (tab === current?.page.id) void showTitle(tab);
  });
  api.tabs.onRemoved.addListener((tab) => {
    known.get(tab)?.stop();
    known.delete(tab);
  });
  onJob((tab) => {
    if (current?.page.id === tab) void takeUp(tab);
  });
  connection = await loadConnection();
  if (connection) hideConnectionForm();
  else showConnectionForm();
  if (current) await takeUp(current.page.id);
}

void start();
