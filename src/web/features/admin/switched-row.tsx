import { type ComponentProps, type ReactNode, useId } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { text } from '#shared/messages/text.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './switched-row.module.css';

/** Renders the names of the columns above a list of `SwitchedRow`s, hidden from screen readers. */
export const ColumnNames = ({ names }: { names: readonly string[] }) => (
  <div className={styles.columns} aria-hidden="true">
    {names.map((name) => (
      <span key={name}>{name}</span>
    ))}
  </div>
);

/**
 * Renders a row of a list: its handle, two cells, a switch with its state in words, and a menu. The list may set `--second-column`, the
 * width of the second cell.
 */
export function SwitchedRow({
  name,
  handle,
  firstCell,
  secondCell,
  toggle,
  actions,
}: {
  name: string;
  handle: ReactNode;
  firstCell: ReactNode;
  secondCell: ReactNode;
  toggle: {
    readonly label: string;
    readonly checked: boolean;
    /** The state in words. */
    readonly state: string;
    readonly describedBy?: string | undefined;
    readonly onChange: (checked: boolean) => void;
  };
  actions: ComponentProps<typeof ActionMenu>['actions'];
}) {
  const id = useId();
  const { label, state, ...rest } = toggle;
  return (
    <div className={styles.row}>
      <span className={styles.handle}>{handle}</span>
      <div className={styles.first}>{firstCell}</div>
      <div className={styles.second}>{secondCell}</div>
      <div className={styles.toggle}>
        <span id={id} className="sr">
          {label}
        </span>
        <Switch {...rest} labelledBy={id} />
        <small aria-hidden="true">{state}</small>
      </div>
      <ActionMenu label={text(listEditor, 'moreActions', { name })} actions={actions} />
    </div>
  );
}
