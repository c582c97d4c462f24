/** Bring a range of the page before the reader's eyes, and give them back the place where they were. A classic script, put in after the walk's. */
(() => {
  'use strict';

  const world = globalThis.pointline;
  const { parentOf, hostOf } = world.tree;
  const { isUntilFound } = world.style;
  const { localName, has, scrollTo, box: boxOf } = world.plain;
  /** From where the reader was led away: what was scrolled, and how to fold again what was opened. */
  world.before ??= { scrolls: new Map(), folds: [] };
  const { before } = world;
  /** Above this share of its box, a line's element is too tall to be centred as a whole. */
  const TALL = 0.8;
  /** Milliseconds that a place given back is held. */
  const HOLD = 600;

  /** Open what is folded over the range and scroll to it. @param {Range} range */
  function reveal(range) {
    const element = range.startContainer.parentElement ?? hostOf(range.startContainer);
    if (!element) return;
    remember(element);
    unfold(element);
    const view = element.ownerDocument.defaultView ?? window;
    // A page that is not seen does not animate: a smooth scroll would never begin.
    const still = document.hidden || view.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const behavior = still ? 'instant' : 'smooth';
    if (boxOf(element).height <= view.innerHeight * TALL) {
      scrollTo(element, { block: 'center', inline: 'nearest', behavior });
    } else {
      scrollWithin(element, range, view);
    }
  }

  /** In an element taller than the view, the line itself has to be brought to the middle. @param {Element} element @param {Range} range @param {Window} view */
  function scrollWithin(element, range, view) {
    scrollTo(element, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
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
      const opened = box;
      if (localName(opened) === 'details' && localName(inside) !== 'summary' && !has(opened, 'open')) {
        // Of those of one name the browser leaves one open.
        const other = openOf(/** @type {HTMLDetailsElement} */ (opened));
        if (other) before.folds.push(() => other.setAttribute('open', ''));
        opened.setAttribute('open', '');
        before.folds.push(() => opened.removeAttribute('open'));
      }
      if (isUntilFound(opened)) {
        opened.dispatchEvent(new Event('beforematch', { bubbles: true }));
        opened.removeAttribute('hidden');
        before.folds.push(() => opened.setAttribute('hidden', 'until-found'));
      }
    }
  }

  /** The open one of the `details` that share a name. @param {HTMLDetailsElement} details */
  function openOf(details) {
    const name = details.getAttribute('name');
    const root = /** @type {Document | ShadowRoot} */ (details.getRootNode());
    return name ? root.querySelector(`details[open][name="${CSS.escape(name)}"]`) : null;
  }

  /** Remember where everything around an element is scrolled to, unless that is known from before. @param {Element} element */
  function remember(element) {
    for (let box = /** @type {Element | null} */ (element); box; box = parentOf(box)) {
      const { scrollLeft, scrollTop } = box;
      const scrolls = box === box.ownerDocument.scrollingElement || box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
      if (scrolls && !before.scrolls.has(box)) before.scrolls.set(box, [scrollLeft, scrollTop]);
    }
  }

  /** Give the reader back the place from where they were led away; whether they were. */
  function giveBack() {
    const away = before.scrolls.size > 0;
    for (const fold of before.folds.reverse()) fold();
    hold(new Map(before.scrolls));
    before.scrolls.clear();
    before.folds.length = 0;
    return away;
  }

  /**
   * Scroll at once, and keep it there for a moment: a smooth scroll under way would go on. The reader's own hand ends it.
   * @param {Map<Element, [number, number]>} scrolls
   */
  function hold(scrolls) {
    const until = performance.now() + HOLD;
    const hand = new AbortController();
    const { signal } = hand;
    for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
      addEventListener(name, () => hand.abort(), { capture: true, passive: true, signal });
    }
    function put() {
      if (signal.aborted) return;
      for (const [box, [left, top]] of scrolls) {
        if (box.scrollLeft !== left || box.scrollTop !== top) box.scrollTo({ left, top, behavior: 'instant' });
      }
      if (performance.now() < until) setTimeout(put, 30);
      else hand.abort();
    }
    put();
  }

  Object.assign(world, { reveal, giveBack });
})();
