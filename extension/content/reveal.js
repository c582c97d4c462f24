/** Bring a range of the page before the reader's eyes. A classic script, injected after `walker.js`. */
(() => {
  'use strict';

  const { parentOf, hostOf } = globalThis.pointline.tree;
  /** Above this share of its box, a line's element is too tall to be centred as a whole. */
  const TALL = 0.8;

  /** Open what is folded over the range and scroll to it. @param {Range} range */
  function reveal(range) {
    const element = range.startContainer.parentElement ?? hostOf(range.startContainer);
    if (!element) return;
    unfold(element);
    const view = element.ownerDocument.defaultView ?? window;
    // A page that is not seen does not animate: a smooth scroll would never begin.
    const still = document.hidden || view.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const behavior = still ? 'instant' : 'smooth';
    if (element.getBoundingClientRect().height <= view.innerHeight * TALL) {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior });
    } else {
      scrollWithin(element, range, view);
    }
  }

  /** In an element taller than the view, the line itself has to be brought to the middle. @param {Element} element @param {Range} range @param {Window} view */
  function scrollWithin(element, range, view) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const scroller = scrollerOf(element);
    const box = scroller ? scroller.getBoundingClientRect() : { top: 0, height: view.innerHeight };
    const line = range.getBoundingClientRect();
    (scroller ?? view).scrollBy({ top: line.top + line.height / 2 - box.top - box.height / 2, behavior: 'instant' });
    const after = range.getBoundingClientRect();
    if (scroller && (after.top < 0 || after.bottom > view.innerHeight)) {
      view.scrollBy({ top: after.top - view.innerHeight / 2, behavior: 'instant' });
    }
  }

  /** The nearest box around an element that scrolls, short of the page itself. @param {Element} element */
  function scrollerOf(element) {
    for (let box = parentOf(element); box && box !== box.ownerDocument.scrollingElement; box = parentOf(box)) {
      const scrolls = box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY);
      if (scrolls && box !== box.ownerDocument.body) return box;
    }
    return null;
  }

  /** Open closed `details` and `hidden="until-found"` around an element, as the browser's own search does. @param {Element} element */
  function unfold(element) {
    let inside = element;
    for (let box = /** @type {Element | null} */ (element); box; inside = box, box = parentOf(box)) {
      if (box.localName === 'details' && inside.localName !== 'summary') box.setAttribute('open', '');
      if (box.getAttribute('hidden')?.trim().toLowerCase() === 'until-found') {
        box.dispatchEvent(new Event('beforematch', { bubbles: true }));
        box.removeAttribute('hidden');
      }
    }
  }

  Object.assign(globalThis.pointline, { reveal });
})();
