/** What was asked and what came of it, as plain values: the source of every export. */

/**
 * @typedef {object} Part what one page gave
 * @property {{title: string, url: string, sha256: string}} page
 * @property {string} model
 * @property {number} read_share how much of the page was read, 0 to 1
 * @property {Pointline.Claim[]} claims
 * @property {boolean} none
 * @property {Pointline.NearLine[]} nearest
 * @property {Pointline.Withheld[]} withheld
 * @property {Pointline.Note[]} notes
 * @property {boolean} complete false: it was stopped or broke off; what stands here was found before
 */

/**
 * @typedef {object} Asked
 * @property {string} question
 * @property {string} asked_at
 * @property {Part[]} parts
 */

/** @param {string} question @returns {Asked} */
export function newRecord(question) {
  return { question, asked_at: new Date().toISOString(), parts: [] };
}

/** @param {Pointline.CaptureAnswer} capture @param {string} sha256 @returns {Part} */
export function newPart({ page: { title, url } }, sha256) {
  const none = { claims: [], none: false, nearest: [], withheld: [], notes: [] };
  return { page: { title, url, sha256 }, model: '', read_share: 0, ...none, complete: false };
}

/** @param {Part} part @param {Pointline.Answer} answer @param {Pointline.Withheld[]} withheld */
export function complete(part, answer, withheld) {
  const { nearest, notes = [], stats, page } = answer;
  const model = typeof stats['model'] === 'string' ? stats['model'] : '';
  Object.assign(part, { model, read_share: page.read_share, none: part.claims.length === 0, nearest, notes, withheld, complete: true });
}
