import { type Attribute, Node, type NodeConfig } from '@tiptap/core';
import { isContentSrc } from '#shared/content-allow-list.ts';

// Nodes that the toolbar cannot create but stored content may contain. The editor shows them, allows text changes and
// preserves them.

/** Most columns that browsers let a cell span (HTML, section 4.9.11); applied to rows too. */
const MOST_SPANNED = 1_000;

const cellSpan = (name: 'colspan' | 'rowspan'): Attribute => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const count = Number.parseInt(element.getAttribute(name) ?? '', 10);
    return count > 1 ? Math.min(count, MOST_SPANNED) : 1;
  },
  renderHTML: (attributes) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

const part = (name: string, tag: string, content: string, more: Partial<NodeConfig> = {}) =>
  Node.create({
    name,
    content,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    ...more,
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
  // Checked here too, because pasted content can come from anywhere.
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
