/** The elements that panel.html names. */

/** @template {Element} T @param {string} id @param {new () => T} kind @returns {T} */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`panel.html has no ${kind.name} called ${id}`);
  return element;
}

/** Say something to those who do not see the panel: its one live region. @param {string} words */
export function announce(words) {
  byId('status', HTMLParagraphElement).textContent = words;
}
