/** Where the daemon is, whether this browser is paired with it, and which model it uses. */

import { commandView } from '../panel/views/problem-card.js';
import { connectionForm } from '../panel/views/connection-form.js';
import { el, icon } from '../panel/dom.js';
import { forgetConnection, keepConnection, loadConnection } from '../shared/connection.js';
import { Daemon, RUN } from '../shared/daemon.js';
import { message } from '../shared/i18n.js';
import { pair } from '../shared/pairing.js';
import { Problem } from '../shared/problem.js';
import { announce, place } from './place.js';

export async function showConnection() {
  const connection = await loadConnection();
  if (!connection) return showForm();
  const state = el('p', { class: 'state' }, message('connectionLooking'));
  const facts = el('dl', { class: 'facts-list' }, ...entry(message('address'), connection.url));
  const change = el('button', { type: 'button', class: 'secondary', click: showForm }, message('connectionChange'));
  const forget = el('button', { type: 'button', class: 'quiet' }, message('connectionForget'));
  forget.addEventListener('click', async () => {
    await forgetConnection();
    announce(message('connectionForgotten'));
    showForm();
  });
  const how = connection.id === RUN ? message('connectedByToken') : message('connectedByPairing');
  facts.append(...entry(message('connectionHow'), how));
  place('connection').replaceChildren(el('div', { class: 'card' }, state, facts, el('div', { class: 'acts' }, change, forget)));
  try {
    const daemon = new Daemon(connection);
    await daemon.greet();
    const { model, engine, version } = await daemon.status();
    state.replaceChildren(icon('found'), message('connected', model));
    state.classList.add('is-on');
    facts.append(...entry(message('modelInUse'), `${model} (${engine})`), ...entry(message('daemonVersion'), version));
  } catch (error) {
    const { title, action, command } = error instanceof Problem ? error : new Problem(message('problemUnknown'), message('problemUnknownAction'));
    state.replaceChildren(icon('problem'), `${title} ${action}`);
    state.classList.add('is-off');
    if (command) state.after(commandView(command));
    const again = el('button', { type: 'button', class: 'secondary', click: () => void showConnection() }, message('tryAgain'));
    change.before(again);
  }
}

/** @param {string} name @param {string} value */
function entry(name, value) {
  return [el('dt', {}, name), el('dd', { dir: 'auto' }, value)];
}

function showForm() {
  const view = connectionForm(connect, async (url, code) => {
    try {
      return await connect(await pair(url, code));
    } catch (error) {
      return wrong(error);
    }
  });
  place('connection').replaceChildren(view.form);
}

/** @param {import('../shared/connection.js').Connection} given @returns {Promise<string | null>} what is wrong, or null */
async function connect(given) {
  try {
    await new Daemon(given).greet();
    await keepConnection(given);
    await showConnection();
    return null;
  } catch (error) {
    return wrong(error);
  }
}

/** @param {unknown} error */
function wrong(error) {
  return error instanceof Problem ? `${error.title} ${error.action}` : String(error);
}
