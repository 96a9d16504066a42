import { type Attribute, Node, type NodeConfig } from '@tiptap/core';
import { isContentSrc } from '#shared/content-allow-list.ts';

// Nodes that the toolbar cannot create but stored content may contain. The editor shows and preserves them, and lets the owner change their
// text.

/** Maximum number of columns that browsers let a cell span (HTML, section 4.9.11). Used as the maximum number of rows too. */
const SPAN_MAX = 1_000;

const cellSpan = (name: 'colspan' | 'rowspan'): Attribute => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const count = Number.parseInt(element.getAttribute(name) ?? '', 10);
    return count > 1 ? Math.min(count, SPAN_MAX) : 1;
  },
  renderHTML: (attributes) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

const part = (name: string, tag: string, content: string, config: Partial<NodeConfig> = {}) =>
  Node.create({
    name,
    content,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    ...config,
  });

const CELL: Partial<NodeConfig> = {
  isolating: true,
  addAttributes: () => ({ colspan: cellSpan('colspan'), rowspan: cellSpan('rowspan') }),
};
const BLOCK: Partial<NodeConfig> = { group: 'block', isolating: true };

const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  // The source is checked here too, because pasted content can come from anywhere.
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isContentSrc(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    'img',
    isContentSrc(String(HTMLAttributes['src'])) ? HTMLAttributes : { alt: String(HTMLAttributes['alt']) },
  ],
});

/** Editor nodes for tables, pictures and figures with captions. */
export const MEDIA_NODES = [
  part('table', 'table', '(tableHead | tableBody)+', BLOCK),
  part('tableHead', 'thead', 'tableRow+'),
  part('tableBody', 'tbody', 'tableRow+'),
  part('tableRow', 'tr', '(tableHeader | tableCell)*'),
  part('tableHeader', 'th', 'block+', CELL),
  part('tableCell', 'td', 'block+', CELL),
  Picture,
  part('figure', 'figure', '(block | figureCaption)+', BLOCK),
  part('figureCaption', 'figcaption', 'inline*'),
];
