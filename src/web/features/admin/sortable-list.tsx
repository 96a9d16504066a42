import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Listed } from './list-edits.ts';
import styles from './sortable-list.module.css';

/** Distance a press on the handle must travel to become a drag. */
const DRAG_FROM_PX = 4;

const onlyUpAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Returns dnd-kit's index of a row, from 0; -1 if there is none. */
const placeOf = (row: { data: { current?: unknown } } | null): number =>
  (row?.data.current as { sortable?: { index: number } } | undefined)?.sortable?.index ?? -1;

/** Returns dnd-kit's announcements, which use the page's live regions; dnd-kit's own region stays empty. */
function announcementsFor(nameOf: (id: Listed['id']) => string, count: number): Announcements {
  let last = -1;
  const announceMove = (
    key: 'lifted' | 'position' | 'dropped' | 'dragCancelled',
    id: Listed['id'],
    place = last,
  ): undefined => {
    last = place;
    announce(text(listEditor, key, { name: nameOf(id), position: place + 1, count }), 'assertive');
  };
  return {
    onDragStart: ({ active }) => announceMove('lifted', active.id, placeOf(active)),
    onDragOver: ({ active, over }) => {
      const place = placeOf(over);
      // The first event has the row over itself.
      return place < 0 || place === last ? undefined : announceMove('position', active.id, place);
    },
    onDragEnd: ({ active }) => announceMove('dropped', active.id),
    onDragCancel: ({ active }) => announceMove('dragCancelled', active.id, placeOf(active)),
  };
}

function Row({
  id,
  name,
  className,
  children,
}: {
  id: Listed['id'];
  name: string;
  className: string | undefined;
  children: (handle: ReactNode) => ReactNode;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const handle = (
    <IconButton
      ref={setActivatorNodeRef}
      label={text(listEditor, 'move', { name })}
      className={styles.handle}
      data-focus="handle"
      aria-describedby={attributes['aria-describedby']}
      aria-pressed={attributes['aria-pressed']}
      aria-roledescription={attributes['aria-roledescription']}
      {...listeners}
    >
      <GripVertical aria-hidden className="ic-s" />
    </IconButton>
  );
  return (
    <li
      ref={setNodeRef}
      className={classNames(styles.row, isDragging && styles.lifted, className)}
      data-row={id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  );
}

/**
 * Renders a list whose rows can be reordered by dragging their handle (pointer, or Space and arrow keys) and by
 * controls inside the rows. `children` renders a row from its item, handle and index from 0; `onMove` receives the
 * new index.
 */
export function SortableList<Item extends Listed>({
  ref,
  items,
  label,
  nameOf,
  rowClass,
  onMove,
  children,
}: {
  ref?: RefObject<HTMLUListElement | null>;
  items: readonly Item[];
  label: string;
  nameOf: (item: Item) => string;
  rowClass?: (item: Item) => string | undefined;
  onMove: (id: Item['id'], to: number) => void;
  children: (item: Item, handle: ReactNode, index: number) => ReactNode;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useMemo(() => {
    const named = (id: Listed['id']): string => {
      const item = items.find((one) => one.id === id);
      return item === undefined ? '' : nameOf(item);
    };
    return announcementsFor(named, items.length);
  }, [items, nameOf]);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const item = items.find(({ id }) => id === active.id);
    const to = items.findIndex(({ id }) => id === over?.id);
    if (item !== undefined && to >= 0) onMove(item.id, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[onlyUpAndDown]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: text(listEditor, 'dragHelp') },
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul ref={ref} aria-label={label} className={styles.list}>
          {items.map((item, index) => (
            <Row key={item.id} id={item.id} name={nameOf(item)} className={rowClass?.(item)}>
              {(handle) => children(item, handle, index)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

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
