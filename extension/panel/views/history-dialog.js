/** What the daemon keeps of earlier questions: on this machine, and forgotten when the person wants. */

import { Daemon } from '../../shared/daemon.js';
import { counted, language, message } from '../../shared/i18n.js';
import { Problem } from '../../shared/problem.js';
import { el, icon } from '../dom.js';
import { MEDIA_TYPES } from '../exporting.js';
import { sourceLink } from '../work-evidence.js';
import { supportWord } from '../words.js';
import { download, openDialog } from './dialog.js';

/** @param {import('../../shared/connection.js').Connection} connection @param {boolean} secret the panel stands beside a private window */
export async function openHistory(connection, secret) {
  const daemon = new Daemon(connection);
  const list = el('ul', { class: 'sessions' });
  const why = secret ? el('p', { class: 'detail' }, message('historyPrivate')) : null;
  const place = el('div', {}, el('p', { class: 'detail' }, message('historyReading')));
  openDialog(message('history'), why, place);
  try {
    await daemon.greet();
    const sessions = await daemon.sessions();
    list.append(...sessions.map((session) => sessionView(daemon, session)));
    const forget = twice(message('forgetAll'), async () => {
      const wrong = await daemon.forgetEverything().then(() => null, problemWords);
      place.replaceChildren(wrong === null ? el('p', {}, message('historyEmpty')) : el('p', { class: 'wrong', role: 'alert' }, wrong));
    });
    if (sessions.length) place.replaceChildren(list, el('div', { class: 'acts' }, forget));
    else place.replaceChildren(el('p', {}, message('historyEmpty')));
  } catch (error) {
    place.replaceChildren(el('p', { class: 'wrong' }, problemWords(error)));
  }
}

/** @param {Daemon} daemon @param {Pointline.Session} session */
function sessionView(daemon, { session_id, title, created_at, asks, cells }) {
  const held = [asks > 0 && counted('countQuestions', asks), cells > 0 && counted('countCells', cells)].filter(Boolean).join(' · ') || counted('countQuestions', 0);
  const inside = el('div', { class: 'session-inside' });
  const when = new Date(created_at).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  const forget = el('button', { type: 'button', class: 'quiet' }, message('forget'));
  const save = el('button', { type: 'button', class: 'quiet' }, message('download'));
  const view = el('li', {},
    el('details', {},
      el('summary', {}, el('span', { class: 'session-title', dir: 'auto' }, title || when), el('small', {}, message('sessionNote', when, held))),
      inside,
      wrong,
      el('div', { class: 'acts' }, save, forget),
    ),
  );
  /** What the daemon refuses, or is not there for, is said. @param {() => Promise<void>} act */
  const attempt = (act) => async () => {
    wrong.textContent = '';
    await act().catch((error) => (wrong.textContent = problemWords(error)));
  };
  save.addEventListener('click', attempt(async () => download(await daemon.exported(session_id, 'md'), 'pointline-session.md', MEDIA_TYPES.md)));
  forget.addEventListener('click', attempt(async () => {
    await daemon.forgetSession(session_id);
    view.remove();
  }));
  view.querySelector('details')?.addEventListener('toggle', attempt(async () => {
    if (inside.hasChildNodes()) return;
    const kept = asks ? (await daemon.session(session_id)).toReversed().map(keptView) : [];
    const found = cells ? (await daemon.cells(session_id)).toReversed().map(cellView) : [];
    inside.replaceChildren(...kept, ...found);
  }));
  return view;
}

/** @param {unknown} error */
const problemWords = (error) => (error instanceof Problem ? `${error.title} ${error.action}` : message('problemUnknown'));

/** A cell of a table, or a claim that was checked. @param {Pointline.KeptCell} cell */
function cellView({ item, field, value, quote, verdict, source_url }) {
  const { text, icon: drawing, look } = supportWord(verdict);
  return el(
    'article',
    { class: 'kept' },
    el('h3', { dir: 'auto' }, [item, field].filter(Boolean).join(' · ')),
    value !== null && value !== quote && el('p', { dir: 'auto' }, value),
    quote !== null && el('blockquote', { dir: 'auto' }, quote),
    el('div', { class: `support ${look}` }, el('p', { class: 'fact' }, icon(drawing), text)),
    sourceLink(source_url),
  );
}

/** @param {Pointline.Kept} kept */
function keptView({ question, page, result }) {
  const claims = result?.claims ?? [];
  return el(
    'article',
    { class: 'kept' },
    el('h3', { dir: 'auto' }, question),
    /^https?:/.test(page.url) && el('p', { class: 'path' }, el('a', { href: page.url, target: '_blank', rel: 'noopener noreferrer', dir: 'auto' }, page.title || page.url)),
    ...claims.flatMap(({ lines }) => lines.map(({ line }) => el('blockquote', { dir: 'auto' }, line))),
    claims.length === 0 && el('p', { class: 'detail' }, message(result?.none ? 'noneTitle' : 'historyNoAnswer')),
  );
}

/** A button that does something that cannot be taken back: it asks once more. @param {string} words @param {() => Promise<void>} act */
function twice(words, act) {
  const button = el('button', { type: 'button', class: 'secondary' }, words);
  let sure = false;
  button.addEventListener('click', () => {
    if (sure) return void act();
    sure = true;
    button.textContent = message('forgetSure');
    button.classList.add('danger');
  });
  return button;
}
