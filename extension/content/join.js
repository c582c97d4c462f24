/** Blocks become the text of the page. A classic script, put in after `names.js`. */
(() => {
  'use strict';

  /** Join the blocks as `exactquote.page.join_blocks` does. @param {Pointline.Block[]} blocks @param {Pointline.Run[][]} runs */
  function join(blocks, runs) {
    let text = '';
    /** @type {number[]} */
    const starts = [];
    /** @type {Pointline.Run[]} */
    const placed = [];
    /** @type {Pointline.Block | null} */
    let before = null;
    for (const [number, block] of blocks.entries()) {
      starts[number] = -1;
      if (!block.text) continue;
      if (before) text += separator(before.cell, block.cell);
      starts[number] = text.length;
      for (const run of runs[number] ?? []) placed.push({ ...run, at: run.at + text.length });
      text += block.text;
      before = block;
    }
    return { text, runs: placed, starts };
  }

  /** @param {Pointline.Cell | undefined} left @param {Pointline.Cell | undefined} right */
  function separator(left, right) {
    return left && right && left.table === right.table && left.row === right.row && left.index !== right.index ? '\t' : '\n';
  }

  Object.assign(globalThis.pointline, { join });
})();
