/**
 * Find a block again after the page was drawn anew. A block is the same when its whole text, its kind, the heading above it and (for a
 * cell) its row are the same, and there is no doubt which of several it is: the text of a node that belonged to another block before is
 * that other block's. Nothing that is merely alike is ever taken. A classic script, put in after the walk's.
 */
(() => {
  'use strict';

  /** @type {WeakMap<Pointline.Capture, Pointline.Known>} */
  const known = new WeakMap();

  /** What is known of the blocks of a capture. @param {Pointline.Capture} capture @returns {Pointline.Known} */
  function knownOf(capture) {
    const before = known.get(capture);
    if (before) return before;
    const { blocks } = capture.page;
    const numbers = [...blocks.keys()].filter((number) => blocks[number]?.text);
    const rows = rowTexts(blocks);
    /** @type {Pointline.Known} */
    const now = { numbers, names: new Map(), nameOf: new Map(), owners: new Map(), firsts: new Map() };
    let heading = '';
    for (const number of numbers) {
      const block = blocks[number];
      if (!block) continue;
      const row = block.cell ? (rows.get(`${block.cell.table}/${block.cell.row}`) ?? '') : '';
      const name = JSON.stringify([block.kind, heading, row, block.text]);
      now.nameOf.set(number, name);
      now.names.set(name, [...(now.names.get(name) ?? []), number]);
      if (block.kind === 'heading') heading = block.text;
    }
    let at = 0;
    for (const { node, at: place } of capture.runs) {
      while (at + 1 < numbers.length && (capture.starts[numbers[at + 1] ?? 0] ?? 0) <= place) at += 1;
      const number = numbers[at] ?? 0;
      if (!now.owners.has(node)) now.owners.set(node, number);
      if (!now.firsts.has(number)) now.firsts.set(number, node);
    }
    known.set(capture, now);
    return now;
  }

  /** @param {Pointline.Block[]} blocks */
  function rowTexts(blocks) {
    /** @type {Map<string, string>} */
    const rows = new Map();
    for (const { cell, text } of blocks) {
      if (cell) rows.set(`${cell.table}/${cell.row}`, `${rows.get(`${cell.table}/${cell.row}`) ?? ''}${text}\t`);
    }
    return rows;
  }

  /** Which block of a later capture is that of an earlier one, if any. @param {Pointline.Capture} then @param {number} number @param {Pointline.Capture} now */
  function blockAgain(then, number, now) {
    const [old, fresh] = [knownOf(then), knownOf(now)];
    const name = old.nameOf.get(number) ?? '';
    const before = old.names.get(name) ?? [];
    const after = fresh.names.get(name) ?? [];
    const free = after.filter((candidate) => {
      const node = fresh.firsts.get(candidate);
      const owner = node && old.owners.get(node);
      return owner === undefined || owner === number;
    });
    if (before.length === 1 && after.length === 1 && free.length === 1) return free[0];
    const same = free.filter((candidate) => around(then, old, number) === around(now, fresh, candidate));
    return same.length === 1 ? same[0] : undefined;
  }

  /** The texts before and after a block. @param {Pointline.Capture} capture @param {Pointline.Known} blocks @param {number} number */
  function around({ page }, { numbers }, number) {
    const at = numbers.indexOf(number);
    return JSON.stringify([at - 1, at + 1].map((next) => page.blocks[numbers[next] ?? -1]?.text ?? null));
  }

  /**
   * Where spans of an earlier capture stand in a later one; null when one of them is not there, or not beyond doubt.
   * @param {Pointline.Capture} then @param {Pointline.Span[]} spans @param {Pointline.Capture} now @returns {Pointline.Span[] | null}
   */
  function spansAgain(then, spans, now) {
    /** @type {Pointline.Span[]} */
    const found = [];
    for (const { start, end } of spans) {
      const [first, last] = [placeAgain(then, start, now), placeAgain(then, end - 1, now)];
      if (first === null || last === null) return null;
      const span = { start: first, end: last + 1 };
      if (now.text.slice(span.start, span.end) !== then.text.slice(start, end)) return null;
      found.push(span);
    }
    return found;
  }

  /** @param {Pointline.Capture} then @param {number} offset @param {Pointline.Capture} now */
  function placeAgain(then, offset, now) {
    const { numbers } = knownOf(then);
    const number = numbers.findLast((candidate) => (then.starts[candidate] ?? 0) <= offset);
    if (number === undefined) return null;
    const again = blockAgain(then, number, now);
    return again === undefined ? null : (now.starts[again] ?? 0) + offset - (then.starts[number] ?? 0);
  }

  Object.assign(globalThis.pointline, { spansAgain });
})();
