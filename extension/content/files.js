/**
 * The scripts that are put into a page, in this order. A module for the panel; the scripts themselves are classic ones and share the global
 * `pointline`. Python reads the two lists as well (for the daemon's own browser, for tests and benches), so each is written as JSON.
 */

/** What reads a page. */
export const WALK_FILES = ["names.js", "plain.js", "blanks.js", "numbers.js", "builder.js", "clip.js", "style.js", "tree.js", "formula.js", "join.js", "walker.js"];

/** What keeps its captures, paints lines and leads to them; put in after those. */
export const PAINT_FILES = ["chunks.js", "capture.js", "places.js", "layers.js", "refind.js", "reveal.js", "watch.js", "painter.js", "hands.js",
  "deep-link.js"];
