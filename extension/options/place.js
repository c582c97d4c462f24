/** The elements that options.html names. */

/** @param {string} id @returns {HTMLElement} */
export function place(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`options.html has nothing called ${id}`);
  return found;
}

/** Say something to those who do not see it. @param {string} words */
export function announce(words) {
  place('status').textContent = words;
}
