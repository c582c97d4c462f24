/** Making elements. Text always becomes a text node, so nothing that a page or a model says can become markup. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Make an element. Properties that are functions become event listeners; `true` sets an empty attribute; null and false set none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | null | ((event: any) => void)>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Drawings on a field of 16 by 16, as strokes. */
const DRAWINGS = {
  ask: 'M2.5 3.5h11v7.500h-6.500L4 13.500v-2.500H2.500ZM5.500 6.200h5M5.500 8.300h3',
  found: 'M2.5 8.5 6 12l7.5-8',
  table: 'M2.500 3h11v10h-11ZM2.500 6.300h11M2.500 9.700h11M6.500 3v10',
  open: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  differs: 'M3 3l10 10M13 3 3 13',
  none: 'M3 4h10M3 8h4M3 12h6M11 9.5v2.2M11 13.6v.2',
  withheld: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6',
  lost: 'M2 8c1.5-2.8 3.5-4.2 6-4.2S12.500 5.200 14 8c-1.500 2.800-3.500 4.200-6 4.200S3.500 10.800 2 8ZM3 13 13 3',
  problem: 'M8 2.500 14.200 13.300H1.800ZM8 6.500v3.200M8 11.500v.2',
  copy: 'M5.500 5.500h8v8h-8ZM10.500 5.500v-3h-8v8h3',
  close: 'M4 4l8 8M12 4l-8 8',
  plug: 'M6 2v3.500M10 2v3.500M4 5.500h8v2a4 4 0 0 1-8 0ZM8 11.500V14',
  locate: 'M8 1.500v3M8 11.500v3M1.500 8h3M11.500 8h3M8 5.300a2.700 2.700 0 1 0 0 5.400 2.700 2.700 0 0 0 0-5.400Z',
  selection: 'M5.500 2v12M10.500 2v12M3.500 2h4M3.500 14h4M8.500 2h4M8.500 14h4',
  page: 'M4 2h5.500L12 4.500V14H4ZM9 2v3h3',
  more: 'M3.500 8h.1M8 8h.1M12.500 8h.1',
  fresh: 'M8 3v10M3 8h10',
  clock: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11ZM8 5v3l2 1.500',
  export: 'M8 2v8M5 7l3 3 3-3M3 13h10',
  marker: 'M10.500 2.500l3 3L7 12H4V9ZM3 14h10',
  gear: 'M2.500 4.500h6M12 4.500h1.500M10.200 3v3M2.500 11.500H4M7.500 11.500h6M5.800 10v3',
  edit: 'M10.500 2.500l3 3L6 13H3v-3Z',
  tabs: 'M2.500 5.500h8v8h-8ZM5.500 5.500v-3h8v8h-3',
  note: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11ZM8 7.200v3.600M8 5.100v.2',
};

/** @param {keyof typeof DRAWINGS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', DRAWINGS[name]);
  svg.append(path);
  return svg;
}
