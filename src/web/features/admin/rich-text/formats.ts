import type { Editor } from '@tiptap/core';
import { Bold, Italic, List, ListOrdered, type LucideIcon, Redo2, Underline, Undo2 } from 'lucide-react';
import { contentEditor } from '#messages/content-editor.ts';
import { text } from '#shared/messages/text.ts';
import { TEXT_SIZES } from './text-size.ts';

export interface Format {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shortcut in the format of `aria-keyshortcuts`, with Control where a Mac has Meta. */
  readonly keys: string;
  readonly run: (editor: Editor) => void;
  /** Returns whether the selected text has this format; undefined for an action without an on/off state. */
  readonly isOn?: (editor: Editor) => boolean;
  /** Returns whether `run` would change anything now; undefined if the action is always available. */
  readonly canRun?: (editor: Editor) => boolean;
}

type FormatId = 'bold' | 'italic' | 'underline' | 'bulletList' | 'orderedList' | 'undo' | 'redo';

const format = (
  id: FormatId,
  icon: LucideIcon,
  keys: string,
  actions: Pick<Format, 'run' | 'isOn' | 'canRun'>,
): Format => ({ id, label: text(contentEditor, `tools.${id}`), icon, keys, ...actions });

/** Creates a format that is on or off. `run` switches it. */
const toggle = (id: FormatId, icon: LucideIcon, keys: string, run: Format['run']): Format =>
  format(id, icon, keys, { run, isOn: (editor) => editor.isActive(id) });

export const FORMAT_GROUPS: readonly (readonly Format[])[] = [
  [
    toggle('bold', Bold, 'Control+B', (editor) => editor.commands.toggleBold()),
    toggle('italic', Italic, 'Control+I', (editor) => editor.commands.toggleItalic()),
    toggle('underline', Underline, 'Control+U', (editor) => editor.commands.toggleUnderline()),
  ],
  [
    toggle('bulletList', List, 'Control+Shift+8', (editor) => editor.commands.toggleBulletList()),
    toggle('orderedList', ListOrdered, 'Control+Shift+7', (editor) => editor.commands.toggleOrderedList()),
  ],
  [
    format('undo', Undo2, 'Control+Z', {
      run: (editor) => editor.commands.undo(),
      canRun: (editor) => editor.can().undo(),
    }),
    format('redo', Redo2, 'Control+Shift+Z', {
      run: (editor) => editor.commands.redo(),
      canRun: (editor) => editor.can().redo(),
    }),
  ],
];

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

/** Options of the select for the block type: paragraph and heading levels, as value and label. */
export const BLOCKS: readonly (readonly [value: string, label: string])[] = [
  ['paragraph', text(contentEditor, 'tools.paragraph')],
  ...LEVELS.map((level) => [String(level), text(contentEditor, 'tools.heading', { level })] as const),
];

/** Returns the block type of the selected text as a value of BLOCKS; '' if it is neither a heading nor a paragraph. */
export function blockAt(editor: Editor): string {
  const level = LEVELS.find((each) => editor.isActive('heading', { level: each }));
  if (level !== undefined) return String(level);
  return editor.isActive('paragraph') ? 'paragraph' : '';
}

/** Changes the selected blocks to a type of BLOCKS. Any other value means a paragraph. */
export function setBlock(editor: Editor, value: string): void {
  const level = LEVELS.find((each) => String(each) === value);
  if (level === undefined) editor.commands.setParagraph();
  else editor.commands.setHeading({ level });
}

/**
 * Options of the select for the text size in ascending order, as value (px) and label. The value '' is the default size of the page, which
 * is between 14 and 18 px.
 */
export const SIZES: readonly (readonly [value: string, label: string])[] = [
  ...TEXT_SIZES.filter((size) => size < 16).map((size) => [String(size), String(size)] as const),
  ['', text(contentEditor, 'tools.defaultSize')],
  ...TEXT_SIZES.filter((size) => size > 16).map((size) => [String(size), String(size)] as const),
];

/** Returns the size of the selected text as a value of SIZES. */
export function sizeAt(editor: Editor): string {
  const { size } = editor.getAttributes('textSize') as { size?: number | null };
  return String(size ?? '');
}

/** Sets the size of the selected text to a value of SIZES; '' restores the default size of the page. */
export function setSize(editor: Editor, value: string): void {
  if (value === '') editor.commands.unsetMark('textSize');
  else editor.commands.setMark('textSize', { size: Number(value) });
}
