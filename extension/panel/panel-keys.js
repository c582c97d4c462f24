/** The same keys as in the page: stop, or go back to where the reader was; the next line and the one before. */

/**
 * @param {() => import('./thread.js').Thread | null} current
 * @param {{root: HTMLElement, running: boolean, stop: () => void}[]} works the tabs of longer work
 */
export function listenToKeys(current, works) {
  document.addEventListener('keydown', (event) => {
    const thread = current();
    // What lies over the panel is closed by the key first.
    if (!thread || document.querySelector(':popover-open, dialog[open]')) return;
    if (event.key === 'Escape') {
      const shown = works.find(({ root }) => !root.hidden) ?? thread;
      if (shown.running) shown.stop();
      else void thread.page.goBack();
    } else if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      void thread.page.go(event.key === 'ArrowDown' ? 1 : -1);
    }
  });
}
