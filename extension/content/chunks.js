/** The walk in chunks, so that the page stays responsive. A classic script, put in after `walker.js`. */
(() => {
  'use strict';

  const world = globalThis.pointline;
  /** How long the walk may keep the page waiting at a time, in milliseconds. */
  const CHUNK = 12;
  /** How often it begins anew because the page changed in between; then it goes through in one go. */
  const MOST_TRIES = 3;

  /**
   * What is given is the page as it stood at one time: when it changes on the way, the walk begins anew, and at last goes through without
   * a pause.
   * @param {Pointline.WalkOptions} [options]
   * @returns {Promise<Pointline.Capture>}
   */
  async function walkInChunks(options) {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const walking = world.begin(options);
      if (await goInChunks(walking)) return walking.capture();
    }
    return world.walk(options);
  }

  /** Go to the end with pauses; false when the page changed meanwhile. @param {Pointline.Walking} walking */
  async function goInChunks(walking) {
    let changed = false;
    const observer = new MutationObserver(() => {
      changed = true;
    });
    let observed = 0;
    try {
      while (!walking.go(performance.now() + CHUNK)) {
        for (const root of walking.roots.slice(observed)) observer.observe(root, { childList: true, characterData: true, subtree: true });
        observed = walking.roots.length;
        await pause();
        if (changed || observer.takeRecords().length) return false;
      }
      return true;
    } finally {
      observer.disconnect();
    }
  }

  /** Let the page do what it has to do. Timers of a page that is not seen wait for a second; messages do not. @returns {Promise<void>} */
  function pause() {
    return new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(null);
    });
  }

  Object.assign(world, { walkInChunks });
})();
