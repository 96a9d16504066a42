import type { Mark, Node } from '@tiptap/pm/model';
import { CONTENT_LINK_TARGET, isContentHref, isContentSrc } from '#shared/content-allow-list.ts';
import { sizeClass } from './text-size.ts';

// Serialises documents to HTML without a DOM: only the elements and attributes written in this file can be produced.

const escapeText = (text: string): string =>
  text
    .replace(/&/gu, '&amp;')
    .replace(/</gu, '&lt;')
    .replace(/>/gu, '&gt;')
    .replace(/\u00a0/gu, '&nbsp;');
const attribute = (name: string, value: unknown): string =>
  typeof value === 'string' && value !== '' ? ` ${name}="${escapeText(value).replace(/"/gu, '&quot;')}"` : '';

const cellAttributes = ({ attrs }: Node): string =>
  ['colspan', 'rowspan']
    .filter((name) => typeof attrs[name] === 'number' && attrs[name] > 1)
    .map((name) => ` ${name}="${String(attrs[name])}"`)
    .join('');

/**
 * Name of the HTML element for each block node, except headings, code blocks and rules (see `elementMarkup`). For any other node, only its
 * content is written.
 */
const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  table: 'table',
  tableHead: 'thead',
  tableBody: 'tbody',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
  figure: 'figure',
  figureCaption: 'figcaption',
};
/** Nodes whose text is written without a paragraph element, unless they contain several paragraphs. */
const PLAIN_INSIDE: ReadonlySet<string> = new Set(['listItem', 'tableHeader', 'tableCell']);

const openLink = ({ attrs }: Mark): string => {
  const { href, target, title } = attrs as Record<string, unknown>;
  if (typeof href !== 'string' || !isContentHref(href)) return '';
  const opens = target === CONTENT_LINK_TARGET ? attribute('target', target) : '';
  return `<a${attribute('href', href)}${opens}${attribute('title', title)}>`;
};

const openSize = ({ attrs }: Mark): string => {
  const name = sizeClass(attrs['size']);
  return name === undefined ? '' : `<span${attribute('class', name)}>`;
};

/** Functions that return the opening tag of a mark; '' for a mark that is not written. */
const MARKS: Readonly<Record<string, (mark: Mark) => string>> = {
  bold: () => '<strong>',
  italic: () => '<em>',
  underline: () => '<u>',
  strike: () => '<s>',
  code: () => '<code>',
  textSize: openSize,
  link: openLink,
};
const markTag = (mark: Mark): string => MARKS[mark.type.name]?.(mark) ?? '';
const closeMark = (mark: Mark): string => markTag(mark).replace(/^<(\w+).*$/su, '</$1>');

const leafMarkup = (node: Node): string => {
  if (node.isText) return escapeText(node.text ?? '');
  if (node.type.name === 'hardBreak') return '<br>';
  if (node.type.name !== 'picture') return '';
  const { src, alt, title } = node.attrs as Record<string, unknown>;
  return typeof src === 'string' && isContentSrc(src)
    ? `<img${attribute('src', src)} alt="${escapeText(String(alt ?? '')).replace(/"/gu, '&quot;')}"${attribute('title', title)}>`
    : '';
};

/** Serialises the text, line breaks and pictures in a node. Each mark is opened once for consecutive nodes that share it. */
function inlineMarkup(parent: Node): string {
  let markup = '';
  let open: readonly Mark[] = [];
  const closeMarksTo = (count: number) => {
    markup += open.slice(count).map(closeMark).toReversed().join('');
    open = open.slice(0, count);
  };
  parent.forEach((node) => {
    const marks = node.marks.filter((mark) => markTag(mark) !== '');
    const sharedCount = marks.findIndex((mark, index) => !open[index]?.eq(mark));
    closeMarksTo(sharedCount === -1 ? marks.length : sharedCount);
    markup += marks.slice(open.length).map(markTag).join('');
    open = marks;
    markup += leafMarkup(node);
  });
  closeMarksTo(0);
  return markup;
}

const isPlainParagraph = (node: Node): boolean => node.type.name === 'paragraph' && !node.attrs['title'];
const holdsOnlyPictures = (node: Node): boolean =>
  node.childCount > 0 && node.children.every(({ type }) => type.name === 'picture');

/** Returns whether the content of a paragraph is written directly into the element of its parent, without a paragraph element. */
const isBare = (node: Node, parent: Node): boolean => {
  if (!isPlainParagraph(node)) return false;
  if (parent.type.name === 'figure') return holdsOnlyPictures(node);
  return PLAIN_INSIDE.has(parent.type.name) && parent.children.filter(isPlainParagraph).length === 1;
};

const elementMarkup = (node: Node, content: string): string => {
  const { name } = node.type;
  if (name === 'horizontalRule') return '<hr>';
  if (name === 'codeBlock') return `<pre><code>${content}</code></pre>`;
  const element = name === 'heading' ? `h${String(node.attrs['level'])}` : ELEMENTS[name];
  if (element === undefined) return content;
  return `<${element}${cellAttributes(node)}${attribute('title', node.attrs['title'])}>${content}</${element}>`;
};

function blockMarkup(node: Node, parent: Node): string {
  if (node.isInline) return '';
  const content = node.isTextblock
    ? // An empty paragraph is the owner's blank line; without a break it would have no height.
      inlineMarkup(node) || (isPlainParagraph(node) ? '<br>' : '')
    : node.children.map((child) => blockMarkup(child, node)).join('');
  if (!isBare(node, parent)) return elementMarkup(node, content);
  return node.childCount === 0 ? '' : content;
}

const isBlank = (node: Node): boolean =>
  isPlainParagraph(node) && node.textContent.trim() === '' && node.children.every(({ isText }) => isText);

const hasSomethingToSee = (doc: Node): boolean => {
  let found = false;
  doc.descendants((node) => {
    found ||= node.type.name === 'picture' || (node.isText && node.text?.trim() !== '');
    return !found;
  });
  return found;
};

/**
 * Serialises a document to HTML of the allow-list. Returns '' if the document has no text and no picture. Leaves out empty paragraphs at
 * the end.
 */
export function contentMarkup(doc: Node): string {
  if (!hasSomethingToSee(doc)) return '';
  const blocks = [...doc.children];
  while (blocks.length > 0 && isBlank(blocks[blocks.length - 1] as Node)) blocks.pop();
  return blocks.map((node) => blockMarkup(node, doc)).join('');
}
