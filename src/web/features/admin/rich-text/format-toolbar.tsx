import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { Link, type LucideIcon } from 'lucide-react';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectInput } from '../../../ui/text-field.tsx';
import styles from './format-toolbar.module.css';
import { BLOCKS, blockAt, FORMAT_GROUPS, type Format, SIZES, setBlock, setSize, sizeAt } from './formats.ts';

const STOPS = 'button, select';
/** Functions that return the index of the control to which a key moves, by the name of the key. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Makes a row of buttons and selects a single stop of the Tab key, with arrow keys to move inside (APG toolbar pattern). Returns the
 * attributes for the element of the row.
 */
function useRovingFocus() {
  const row = useRef<HTMLDivElement>(null);
  const current = useRef(0);
  const stops = () => [...(row.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  const settle = () => {
    for (const [index, stop] of stops().entries()) stop.tabIndex = index === current.current ? 0 : -1;
  };
  useLayoutEffect(settle);
  const onFocus = ({ target }: FocusEvent) => {
    const index = stops().indexOf(target as HTMLElement);
    if (index === -1) return;
    current.current = index;
    settle();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const all = stops();
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // Also in a select, which keeps ArrowUp and ArrowDown.
    event.preventDefault();
    all[move(all.indexOf(event.target as HTMLElement), all.length)]?.focus();
  };
  return { ref: row, onFocus, onKeyDown };
}

/** Keeps the selection and the caret in the text while a button is clicked. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const IS_MAC = /Mac|iPhone|iPad/u.test(navigator.platform);
/** Returns a tooltip such as 'Bold (Ctrl+B)'; on a Mac, 'Bold (⌘+B)'. */
const hint = (label: string, keys: string): string =>
  `${label} (${keys.replace('Control', IS_MAC ? '⌘' : 'Ctrl')})`;
const ariaKeys = (keys: string): string => (IS_MAC ? keys.replace('Control', 'Meta') : keys);

function Choice({
  label,
  value,
  options,
  onChoose,
  onDone,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
  onDone: () => void;
}) {
  // After a choice with a pointer the text gets the focus. After a choice with the keyboard the select keeps the focus, so that the reader
  // can choose again.
  const pointed = useRef(false);
  const isListed = options.some(([each]) => each === value);
  return (
    <SelectInput
      aria-label={label}
      title={label}
      value={value}
      options={isListed ? options : [[value, text(contentEditor, 'tools.otherBlock')], ...options]}
      onChoose={(chosen) => {
        onChoose(chosen);
        if (pointed.current) onDone();
      }}
      onPointerDown={() => {
        pointed.current = true;
      }}
      onKeyDown={() => {
        pointed.current = false;
      }}
    />
  );
}

const [MARKS = [], ...OTHERS] = FORMAT_GROUPS;
const FORMATS: readonly Format[] = FORMAT_GROUPS.flat();

const stateOf = ({ editor }: { editor: Editor }) => ({
  block: blockAt(editor),
  size: sizeAt(editor),
  link: editor.isActive('link'),
  on: FORMATS.filter(({ isOn }) => isOn?.(editor)).map(({ id }) => id),
  off: FORMATS.filter(({ canRun }) => canRun?.(editor) === false).map(({ id }) => id),
});

function Tool({
  label,
  keys,
  icon: Icon,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'aria-label'> & { label: string; keys: string; icon: LucideIcon }) {
  return (
    <Button
      look="ghost"
      {...rest}
      className={styles.tool}
      aria-label={label}
      title={hint(label, keys)}
      aria-keyshortcuts={ariaKeys(keys)}
      onMouseDown={keepFocus}
    >
      <Icon aria-hidden className="ic" />
    </Button>
  );
}

/** Renders the formatting toolbar, which is a single stop of the Tab key. The link button calls `onLink`. */
export function FormatToolbar({
  editor,
  isLinking,
  onLink,
}: {
  editor: Editor;
  /** Whether the link form is open. */
  isLinking: boolean;
  onLink: () => void;
}) {
  const { block, size, link, on, off } = useEditorState({ editor, selector: stateOf });
  const focusText = () => void editor.commands.focus();
  const tools = (formats: readonly Format[]) =>
    formats.map(({ id, label, icon, keys, run, isOn }) => (
      <Tool
        key={id}
        label={label}
        keys={keys}
        icon={icon}
        {...(isOn && { 'aria-pressed': on.includes(id) })}
        unavailable={off.includes(id)}
        onClick={() => run(editor)}
      />
    ));
  return (
    <div
      role="toolbar"
      aria-label={text(contentEditor, 'tools.toolbar')}
      className={styles.toolbar}
      {...useRovingFocus()}
    >
      <Choice
        label={text(contentEditor, 'tools.block')}
        value={block}
        options={BLOCKS}
        onChoose={(value) => setBlock(editor, value)}
        onDone={focusText}
      />
      <Choice
        label={text(contentEditor, 'tools.size')}
        value={size}
        options={SIZES}
        onChoose={(value) => setSize(editor, value)}
        onDone={focusText}
      />
      <span className={styles.line} />
      {tools(MARKS)}
      <Tool
        label={text(contentEditor, 'tools.link')}
        keys="Control+K"
        icon={Link}
        aria-pressed={link}
        aria-expanded={isLinking}
        onClick={onLink}
      />
      {OTHERS.map((formats) => [
        <span key={`line ${formats[0]?.id}`} className={styles.line} />,
        tools(formats),
      ])}
    </div>
  );
}
