/**
 * What a node says of itself, whatever the page calls its form fields: to Chromium `<input name="nextSibling">` is its form's `nextSibling`,
 * for content scripts too. There the prototype is asked. A classic script, put in after `names.js`.
 */
(() => {
  'use strict';

  const form = document.createElement('form');
  const field = document.createElement('input');
  field.name = 'nodeType';
  form.append(field);
  const misled = typeof form.nodeType !== 'number';

  /** @param {any} prototype @param {string} name @returns {(node: any) => any} */
  function property(prototype, name) {
    const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return misled && get ? (node) => get.call(node) : (node) => node[name];
  }

  const { getAttribute, hasAttribute, hasAttributes, getBoundingClientRect, closest, checkVisibility } = Element.prototype;
  const { getRootNode } = Node.prototype;

  Object.assign(globalThis.pointline, {
    plain: {
      nodeType: property(Node.prototype, 'nodeType'),
      nextSibling: property(Node.prototype, 'nextSibling'),
      firstChild: property(Node.prototype, 'firstChild'),
      parentElement: property(Node.prototype, 'parentElement'),
      localName: property(Element.prototype, 'localName'),
      children: property(Element.prototype, 'children'),
      assignedSlot: property(Element.prototype, 'assignedSlot'),
      /** @param {Element} element @param {string} name */
      attribute: (element, name) => (misled ? getAttribute.call(element, name) : element.getAttribute(name)),
      /** @param {Element} element @param {string} name */
      has: (element, name) => (misled ? hasAttribute.call(element, name) : element.hasAttribute(name)),
      /** @param {Element} element */
      hasAny: (element) => (misled ? hasAttributes.call(element) : element.hasAttributes()),
      /** @param {Node} node */
      root: (node) => (misled ? getRootNode.call(node) : node.getRootNode()),
      /** @param {Element} element @param {string} selector */
      closest: (element, selector) => closest.call(element, selector),
      /** @param {Element} element @param {CheckVisibilityOptions} options */
      isShown: (element, options) => checkVisibility.call(element, options),
      /** @param {Element} element @param {ScrollIntoViewOptions} options */
      scrollTo: (element, options) => Element.prototype.scrollIntoView.call(element, options),
      /** @param {Element} element */
      box: (element) => (misled ? getBoundingClientRect.call(element) : element.getBoundingClientRect()),
    },
  });
})();
