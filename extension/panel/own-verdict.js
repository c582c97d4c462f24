/** A person's own verdict on a cell or a claim: given, said with what it replaced, and taken back. */

import { Daemon } from '../shared/daemon.js';
import { message } from '../shared/i18n.js';
import { el, icon } from './dom.js';
import { SUPPORT } from './word-tables.js';
import { asProblem } from './work-pages.js';
import { replacedWord, supportWord } from './words.js';

/** What is judged; without a `cell_id` nothing is kept that a verdict could be put on. @typedef {Pointline.Judged & {cell_id: string | null}} Judged */

export class OwnVerdicts {
  #host;
  #changed;

  /**
   * @param {import('./work-pages.js').WorkHost} host
   * @param {(cell: string, judged: Pointline.JudgedCell) => void} changed show it with the verdict that it has now
   */
  constructor(host, changed) {
    this.#host = host;
    this.#changed = changed;
  }

  /** @param {Judged} judged */
  view(judged) {
    const { cell_id: cell } = judged;
    if (!cell) return null;
    const own = judged.verdict_source === 'person';
    const wrong = el('p', { class: 'wrong' });
    const before = own && judged.replaced?.at(-1);
    return el('div', { class: 'own-verdict' },
      before && el('p', { class: 'detail', dir: 'auto' }, replacedWord(before)),
      el('details', {},
        el('summary', {}, message(own ? 'verdictOther' : 'verdictOwn')),
        this.#form(cell, judged, wrong),
      ),
      own && el('button', { type: 'button', class: 'quiet', click: () => void this.#put(cell, null, wrong) }, message('verdictBack')),
      wrong,
    );
  }

  /** @param {string} cell @param {Judged} judged @param {HTMLElement} wrong */
  #form(cell, judged, wrong) {
    const name = `verdict-of-${cell}`;
    const why = el('textarea', { rows: '2', dir: 'auto', maxlength: '4000' });
    const rows = [...SUPPORT.keys()].map((code) => {
      const { text, icon: drawing } = supportWord(code);
      const box = el('input', { type: 'radio', name, value: code, checked: code === judged.verdict });
      return { code, box, view: el('label', { class: 'choice' }, box, icon(drawing), text) };
    });
    const form = el('form', { class: 'own-form' },
      el('fieldset', { class: 'choices' }, el('legend', { class: 'unseen' }, message('verdictOwn')), ...rows.map(({ view }) => view)),
      el('label', {}, el('span', {}, message('verdictWhy')), why),
      el('button', { type: 'submit', class: 'secondary' }, message('save')),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const verdict = rows.find(({ box }) => box.checked)?.code;
      if (verdict) void this.#put(cell, { verdict, why: why.value.trim() }, wrong);
    });
    return form;
  }

  /** @param {string} cell @param {{verdict: string, why: string} | null} given @param {HTMLElement} wrong */
  async #put(cell, given, wrong) {
    wrong.textContent = '';
    const connection = await this.#host.connection();
    if (!connection) return;
    try {
      const daemon = new Daemon(connection);
      await daemon.greet();
      const judged = await daemon.judge(cell, given);
      this.#changed(cell, judged);
      this.#host.announce(message(given ? 'verdictSaved' : 'verdictTakenBack', supportWord(judged.verdict).text));
    } catch (error) {
      const { title, action } = asProblem(error);
      wrong.textContent = `${title} ${action}`;
      this.#host.announce(wrong.textContent);
    }
  }
}

/**
 * A record with the verdict that it has now; it stays what it was in all else.
 * @template {Pointline.Judged} T
 * @param {T} record @param {Pointline.JudgedCell} judged @returns {T}
 */
export function judgedAnew(record, { verdict, verdict_source, score, why, replaced }) {
  return { ...record, verdict, verdict_source, score, why, replaced };
}
