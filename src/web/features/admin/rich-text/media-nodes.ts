import { type Attribute, Node } from '@tiptap/core';
import { isContentSrc } from '#shared/content-allow-list.ts';

// Nodes that the toolbar cannot create but stored content may contain. The editor shows them, allows text changes and
// preserves them.

/** The limit browsers use for columns (HTML, section 4.9.11). */
const MOST_SPANNED = 1_000;

const cellSpan = (name: 'colspan' | 'rowspan'): Attribute => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const count = Number.parseInt(element.getAttribute(name) ?? '', 10);
    return count > 1 ? Math.min(count, MOST_SPANNED) : 1;
  },
  renderHTML: (attributes) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

const cell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: cellSpan('colspan'), rowspan: cellSpan('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const part = (name: string, tag: string, content: string) =>
  Node.create({
    name,
    content,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: '(tableHead | tableBody)+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, 0],
});

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

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: '(block | figureCaption)+',
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

/** Editor nodes for tables, pictures and figures with captions. */
export const MEDIA_NODES = [
  Table,
  part('tableHead', 'thead', 'tableRow+'),
  part('tableBody', 'tbody', 'tableRow+'),
  part('tableRow', 'tr', '(tableHeader | tableCell)*'),
  cell('tableHeader', 'th'),
  cell('tableCell', 'td'),
  Picture,
  Figure,
  part('figureCaption', 'figcaption', 'inline*'),
];
