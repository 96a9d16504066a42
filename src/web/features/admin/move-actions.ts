import { ArrowDown, ArrowUp } from 'lucide-react';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';

/**
 * Returns the menu actions that move the row at `index` (from 0) up or down by one, without dragging (WCAG 2.5.7). `onMove` gets the new
 * index.
 */
export const moveActions = (index: number, count: number, onMove: (to: number) => void): MenuAction[] => [
  {
    label: text(listEditor, 'moveUp'),
    icon: ArrowUp,
    disabled: index === 0,
    onSelect: () => onMove(index - 1),
  },
  {
    label: text(listEditor, 'moveDown'),
    icon: ArrowDown,
    disabled: index === count - 1,
    onSelect: () => onMove(index + 1),
  },
];
