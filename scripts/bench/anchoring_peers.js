// Runs in the page beside the peers' bundle: anchors a quote with each and says what text they came to. For the bench only.
globalThis.anchorPeers = (quotes) => {
  const { TextQuoteAnchor, processTextFragmentDirective, Mark } = globalThis.peers;
  // A peer may loop for ever (GoogleChromeLabs/text-fragments-polyfill#164): what it calls on the way ends it after a while.
  let deadline = Infinity;
  for (const [type, names] of [
    [Range, ['cloneRange', 'setStart', 'compareBoundaryPoints', 'toString']],
    [Document, ['createTreeWalker', 'createRange']],
    [TreeWalker, ['nextNode']],
    [Element, ['getBoundingClientRect']],
  ]) {
    for (const name of names) {
      const own = type.prototype[name];
      type.prototype[name] = function (...given) {
        if (performance.now() > deadline) throw new Error('took too long');
        return own.apply(this, given);
      };
    }
  }
  const attempt = (anchor) => {
    deadline = performance.now() + 3000;
    try {
      return anchor();
    } catch {
      return null;
    } finally {
      deadline = Infinity;
    }
  };
  // What a range shows: scripts and styles in it are not shown.
  const shown = (range) => {
    const part = range.cloneContents();
    for (const unseen of part.querySelectorAll('script, style, noscript, template')) unseen.remove();
    return part.textContent;
  };
  const marked = (quote) => {
    const found = [];
    const mark = new Mark(document.body);
    const options = { acrossElements: true, ignoreJoiners: true, diacritics: true, separateWordSearch: false, className: 'peer' };
    mark.mark(quote, { ...options, each: (element) => found.push(element.textContent), filter: (node, term, count) => count < 1 });
    mark.unmark();
    return found.length ? found.join('') : null;
  };
  return quotes.map((quote) => ({
    'text-fragments-polyfill': attempt(() => {
      const [range] = processTextFragmentDirective({ textStart: quote });
      return range ? shown(range) : null;
    }),
    'mark.js': attempt(() => marked(quote)),
    'Hypothesis (exact text only)': attempt(() => shown(new TextQuoteAnchor(document.body, quote).toRange())),
  }));
};
