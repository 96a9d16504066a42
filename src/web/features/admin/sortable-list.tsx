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
import type { ListedItem } from './list-edits.ts';
import styles from './sortable-list.module.css';

/** Distance by which a press on the handle must move to become a drag. */
const DRAG_FROM_PX = 4;

const onlyUpAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Returns the index of a row in the list, from dnd-kit's data; -1 if there is no row. */
const placeOf = (row: { data: { current?: unknown } } | null): number =>
  (row?.data.current as { sortable?: { index: number } } | undefined)?.sortable?.index ?? -1;

/** Returns the announcements of a drag for dnd-kit. They use the live regions of the page, so dnd-kit's own region stays empty. */
function announcementsFor(nameOf: (id: ListedItem['id']) => string, count: number): Announcements {
  let last = -1;
  const announceMove = (
    key: 'lifted' | 'position' | 'dropped' | 'dragCancelled',
    id: ListedItem['id'],
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
  id: ListedItem['id'];
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
 * Renders a list whose rows can be reordered: by dragging their handle (with a pointer, or with Space and the arrow keys) and by controls
 * in the rows. `children` renders a row from its item, its handle and its index (from 0). `onMove` gets the id of the moved item and its
 * new index.
 */
export function SortableList<Item extends ListedItem>({
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
  onMove: (id: Item['id'], toIndex: number) => void;
  children: (item: Item, handle: ReactNode, index: number) => ReactNode;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useMemo(() => {
    const named = (id: ListedItem['id']): string => {
      const item = items.find((one) => one.id === id);
      return item === undefined ? '' : nameOf(item);
    };
    return announcementsFor(named, items.length);
  }, [items, nameOf]);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const item = items.find(({ id }) => id === active.id);
    const toIndex = items.findIndex(({ id }) => id === over?.id);
    if (item !== undefined && toIndex >= 0) onMove(item.id, toIndex);
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
export const moveActions = (
  index: number,
  count: number,
  onMove: (toIndex: number) => void,
): MenuAction[] => [
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
