/** A conversation as Markdown, CSV or JSON. What a page or a model says stays text: nothing becomes markup or a formula. */

/** @typedef {import('./records.js').Asked} Asked @typedef {import('./records.js').Part} Part @typedef {'md' | 'csv' | 'json'} Form */

/** @type {Record<Form, string>} */
export const MEDIA_TYPES = { md: 'text/markdown', csv: 'text/csv', json: 'application/json' };

/** @param {Asked[]} records @param {Form} form @returns {string} */
export function exported(records, form) {
  if (form === 'json') return `${JSON.stringify({ format: 'pointline-thread', version: 1, asked: records }, null, 2)}\n`;
  return form === 'csv' ? csv(records) : markdown(records);
}

const COLUMNS = [
  'question', 'asked_at', 'finding', 'claim', 'line', 'quote', 'further_lines', 'support', 'score', 'flags', 'caveats', 'reason', 'title', 'url',
  'page_sha256', 'model',
];

/** @param {Asked[]} records */
function csv(records) {
  const rows = records.flatMap((asked) => asked.parts.flatMap((part) => rowsOf(asked, part)));
  return [COLUMNS, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

/** @param {Asked} asked @param {Part} part @returns {string[][]} */
function rowsOf({ question, asked_at }, { page, model, claims, withheld, none }) {
  const source = [page.title, page.url, page.sha256, model];
  const found = claims.map((claim) => [
    question, asked_at, 'line found', claim.text, claim.line, claim.quote, (claim.more ?? []).map(({ line }) => line).join('\n'),
    claim.support.verdict, typeof claim.score === 'number' ? String(claim.score) : '', claim.flags.join(' '),
    (claim.caveats ?? []).map(caveatWords).join('\n'), '', ...source,
  ]);
  const held = withheld.map(({ text, quote, reason }) => [question, asked_at, 'withheld', text, '', quote, '', '', '', '', '', reason, ...source]);
  const nothing = none && !held.length ? [[question, asked_at, 'no line answers', '', '', '', '', '', '', '', '', '', ...source]] : [];
  return [...found, ...held, ...nothing];
}

/** What to know before using a claim, with the line that shows it. @param {Pointline.Caveat} caveat */
const caveatWords = ({ code, detail, line }) => `${code}${detail ? ` (${detail})` : ''}${line ? `: “${line}”` : ''}`;

/** Spreadsheets take a cell that begins so for a formula; a quote in front keeps it text. @param {string} text */
function csvCell(text) {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {Asked[]} records */
function markdown(records) {
  return `${records.map((asked) => [`## ${plain(asked.question)}`, ...asked.parts.map(partMarkdown)].join('\n\n')).join('\n\n')}\n`;
}

/** @param {Part} part */
function partMarkdown({ page, model, claims, withheld, none, read_share, complete }) {
  const source = page.url ? `${plain(page.title || page.url)}, <${page.url.replace(/[<>\s]/g, encodeURIComponent)}>` : plain(page.title);
  const lines = [
    `Source: ${source}${model ? ` · ${plain(model)}` : ''}`,
    ...claims.map(claimMarkdown),
    none ? `No line of this page answers this; ${Math.floor(read_share * 100)} % of it was read.` : '',
    ...withheld.map(({ text, reason }) => `* Withheld: ${plain(text)} – ${plain(reason)}`),
    complete ? '' : 'The answer is not complete; what stands here was found before it ended.',
  ];
  return lines.filter(Boolean).join('\n\n');
}

/** @param {Pointline.Claim} claim */
function claimMarkdown(claim) {
  const quotes = [claim, ...(claim.more ?? [])].map(({ line }) => line.split('\n').map((part) => `> ${plain(part)}`).join('\n>\n'));
  const own = claim.text.trim() === claim.line.trim() ? [] : [plain(claim.text)];
  return [...own, ...quotes, `Line found. Support: ${claim.support.verdict}.${claim.flags.length ? ` ${claim.flags.join(', ')}.` : ''}`, ...(claim.caveats ?? []).map((caveat) => `* Caveat: ${plain(caveatWords(caveat))}`)].join('\n\n');
}

/** Text that Markdown takes as it is. @param {string} text */
function plain(text) {
  return text.replace(/\s+/g, ' ').trim().replace(/[\\`*_{}[\]<>#|~]/g, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2').replace(/^([-+])/, '\\$1');
}
