import { type ComponentProps, type ReactNode, useId } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SortableList } from './sortable-list.tsx';
import styles from './switched-list.module.css';

/**
 * Renders a sortable list whose rows are a `SwitchedRow` each, with the names of its columns above (hidden from screen readers).
 * `className` may set the properties `--second-column` and `--row-align`.
 */
export function SwitchedList<Item extends { readonly id: string | number }>({
  columns,
  className,
  ...list
}: ComponentProps<typeof SortableList<Item>> & {
  columns: readonly string[];
  className?: string | undefined;
}) {
  return (
    <div className={className}>
      <div className={styles.columns} aria-hidden="true">
        {columns.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <SortableList {...list} />
    </div>
  );
}

/** Renders a row: its handle, two cells, a switch with its state in words, and a menu. */
export function SwitchedRow({
  name,
  handle,
  first,
  second,
  toggle,
  actions,
  className,
}: {
  name: string;
  handle: ReactNode;
  first: ReactNode;
  second: ReactNode;
  toggle: {
    readonly label: string;
    readonly checked: boolean;
    /** The state in words. */
    readonly state: string;
    readonly describedBy?: string | undefined;
    readonly onChange: (checked: boolean) => void;
  };
  actions: ComponentProps<typeof ActionMenu>['actions'];
  className?: string | undefined;
}) {
  const id = useId();
  return (
    <div className={classNames(styles.row, className)}>
      <span className={styles.handle}>{handle}</span>
      <div className={styles.first}>{first}</div>
      <div className={styles.second}>{second}</div>
      <div className={styles.toggle}>
        <span id={id} className="sr">
          {toggle.label}
        </span>
        <Switch
          checked={toggle.checked}
          labelledBy={id}
          describedBy={toggle.describedBy}
          onChange={toggle.onChange}
        />
        <small aria-hidden="true">{toggle.state}</small>
      </div>
      <ActionMenu label={text(listEditor, 'moreActions', { name })} actions={actions} />
    </div>
  );
}
