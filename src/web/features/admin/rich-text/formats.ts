import type { Editor } from '@tiptap/core';
import { Bold, Italic, List, ListOrdered, type LucideIcon, Redo2, Underline, Undo2 } from 'lucide-react';
import { contentEditor } from '#messages/content-editor.ts';
import { text } from '#shared/messages/text.ts';
import { TEXT_SIZES } from './text-size.ts';

export interface Format {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** In the `aria-keyshortcuts` format, with Control for what is Meta on a Mac. */
  readonly keys: string;
  readonly run: (editor: Editor) => void;
  /** Undefined for actions without an on/off state. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly can?: (editor: Editor) => boolean;
}

const mark = (id: 'bold' | 'italic' | 'underline', icon: LucideIcon, keys: string): Format => ({
  id,
  label: text(contentEditor, `tools.${id}`),
  icon,
  keys,
  run: (editor) => editor.commands.toggleMark(id),
  isOn: (editor) => editor.isActive(id),
});

export const FORMAT_GROUPS: readonly (readonly Format[])[] = [
  [
    mark('bold', Bold, 'Control+B'),
    mark('italic', Italic, 'Control+I'),
    mark('underline', Underline, 'Control+U'),
  ],
  [
    {
      id: 'bullet-list',
      label: text(contentEditor, 'tools.bulletList'),
      icon: List,
      keys: 'Control+Shift+8',
      run: (editor) => editor.commands.toggleBulletList(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      id: 'ordered-list',
      label: text(contentEditor, 'tools.orderedList'),
      icon: ListOrdered,
      keys: 'Control+Shift+7',
      run: (editor) => editor.commands.toggleOrderedList(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
  ],
  [
    {
      id: 'undo',
      label: text(contentEditor, 'tools.undo'),
      icon: Undo2,
      keys: 'Control+Z',
      run: (editor) => editor.commands.undo(),
      can: (editor) => editor.can().undo(),
    },
    {
      id: 'redo',
      label: text(contentEditor, 'tools.redo'),
      icon: Redo2,
      keys: 'Control+Shift+Z',
      run: (editor) => editor.commands.redo(),
      can: (editor) => editor.can().redo(),
    },
  ],
];

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

/** Options of the block type select, paragraph and heading levels, as value and label. */
export const BLOCKS: readonly (readonly [value: string, label: string])[] = [
  ['paragraph', text(contentEditor, 'tools.paragraph')],
  ...LEVELS.map((level) => [String(level), text(contentEditor, 'tools.heading', { level })] as const),
];

/** Returns the block type of the selection as a value of BLOCKS; '' if it is neither a heading nor a paragraph. */
export function blockAt(editor: Editor): string {
  const level = LEVELS.find((each) => editor.isActive('heading', { level: each }));
  if (level !== undefined) return String(level);
  return editor.isActive('paragraph') ? 'paragraph' : '';
}

/** Changes the selected blocks to a type of BLOCKS; any unknown value means paragraph. */
export function setBlock(editor: Editor, value: string): void {
  const level = LEVELS.find((each) => String(each) === value);
  if (level === undefined) editor.commands.setParagraph();
  else editor.commands.setHeading({ level });
}

/**
 * Options of the text size select in ascending order, as value and label. The value '' is the page's default size, between 14 and 18 px.
 */
export const SIZES: readonly (readonly [value: string, label: string])[] = [
  ...TEXT_SIZES.filter((size) => size < 16).map((size) => [String(size), String(size)] as const),
  ['', text(contentEditor, 'tools.defaultSize')],
  ...TEXT_SIZES.filter((size) => size > 16).map((size) => [String(size), String(size)] as const),
];

/** Returns the text size of the editor's selected text, as a value of SIZES. */
export function sizeAt(editor: Editor): string {
  const { size } = editor.getAttributes('textSize') as { size?: number | null };
  return String(size ?? '');
}

/** Sets the selection's text size; '' restores the page's default. */
export function setSize(editor: Editor, value: string): void {
  if (value === '') editor.commands.unsetMark('textSize');
  else editor.commands.setMark('textSize', { size: Number(value) });
}
