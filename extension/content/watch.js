/**
 * Keeps an eye on the pages that paint lies in: what is drawn anew is painted anew, what went away is reported as lost. A classic script,
 * put in after `capture.js`.
 */
(() => {
  'use strict';

  const world = globalThis.pointline;
  /** Milliseconds from a change to the look at it. */
  const CALM = 250;
  /** A page that never rests is walked no more than a twentieth of the time. */
  const SHARE = 20;
  /** Text, and what commonly hides it or brings it back. */
  const WHAT = { childList: true, characterData: true, subtree: true, attributeFilter: ['class', 'style', 'hidden', 'open'] };

  world.eye ??= { observer: null, roots: new WeakSet(), walked: null, changes: 0, seen: 0, cost: 0, waiting: false };
  const { eye } = world;

  /** Watch the documents and shadow roots that a capture was read from. @param {Pointline.Capture} capture */
  function watch(capture) {
    eye.observer ??= new MutationObserver(changed);
    if (eye.roots.has(capture)) return;
    eye.roots.add(capture);
    const roots = new Set(/** @type {Node[]} */ ([document]));
    for (const { node } of capture.runs) if (node.isConnected) roots.add(node.getRootNode());
    for (const root of roots) {
      if (eye.roots.has(root)) continue;
      eye.roots.add(root);
      eye.observer.observe(root, WHAT);
      // A frame that is loaded anew changes nothing in the page around it.
      if (root !== document) /** @type {Document} */ (root).defaultView?.frameElement?.addEventListener('load', changed);
    }
  }

  function changed() {
    eye.changes += 1;
    if (eye.waiting || (!world.painted.size && !world.lost.size)) return;
    eye.waiting = true;
    setTimeout(() => void look(), Math.max(CALM, eye.cost * SHARE));
  }

  async function look() {
    eye.waiting = false;
    const shown = world.shown;
    for (const change of await world.settle()) world.tell({ kind: 'state', ...change });
    if (shown && world.lost.has(shown)) world.shown = null;
  }

  /** The page as it is now: walked anew only when it changed since the last time. @returns {Promise<Pointline.Capture>} */
  async function newest() {
    // What the observer has not handed over yet counts as well.
    if (eye.observer?.takeRecords().length) changed();
    if (eye.walked && eye.seen === eye.changes) return eye.walked;
    const begun = performance.now();
    eye.seen = eye.changes;
    eye.walked = await world.walkInChunks();
    eye.cost = performance.now() - begun;
    watch(eye.walked);
    return eye.walked;
  }

  Object.assign(world, { watch, newest });
})();
