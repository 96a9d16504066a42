import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { NavLink } from '#shared/contract/site.ts';
import { LIST_EDITOR } from '#shared/editor-messages.ts';
import { NAVBAR_LABEL_MAX_CHARACTERS } from '#shared/limits.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { ActionMenu } from '../../../../ui/action-menu.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { CountedInput } from './counted-input.tsx';
import { nameOfLink } from './link-name.ts';
import styles from './link-row.module.css';
import { isPlace, type LinkProblems } from './navbar-draft.ts';
import { AddressField, TargetSelect } from './target-field.tsx';

interface LinkRowProps {
  link: NavLink;
  handle: ReactNode;
  /** Place in the list, from 0, and how many there are. */
  index: number;
  count: number;
  /** What is wrong and may be said by now. */
  problems: LinkProblems;
  /** Id of the sentence that says why it cannot be shown; undefined while it can. */
  whyHidden: string | undefined;
  onEdit: (part: Partial<Omit<NavLink, 'id'>>) => void;
  onLeave: (field: keyof LinkProblems) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function NewTab({ link, name, onEdit }: { link: NavLink; name: string; onEdit: LinkRowProps['onEdit'] }) {
  return (
    <label className={styles.newTab}>
      <input
        type="checkbox"
        aria-label={NAVBAR_EDITOR.newTabOf(name)}
        checked={link.newTab}
        onChange={({ target }) => onEdit({ newTab: target.checked })}
      />
      {NAVBAR_EDITOR.newTab}
    </label>
  );
}

/** One link of the header: label, where it leads, whether it shows, and its menu. */
export function LinkRow(props: LinkRowProps) {
  const { link, handle, index, count, problems, whyHidden, onEdit, onLeave, onMove, onRemove } = props;
  const id = useId();
  const name = nameOfLink(link);
  const labelProblem = problems.label === undefined ? undefined : `${id}label`;
  return (
    <div className={styles.row} data-hidden={link.visible ? undefined : ''}>
      <span className={styles.handle}>{handle}</span>
      <div className={styles.label}>
        <CountedInput
          aria-label={NAVBAR_EDITOR.labelOf(name)}
          value={link.label}
          most={NAVBAR_LABEL_MAX_CHARACTERS}
          problem={labelProblem}
          onChange={({ target }) => onEdit({ label: target.value })}
          onBlur={() => onLeave('label')}
          data-focus="label"
        />
        {labelProblem && (
          <FieldMessage id={labelProblem} tone="error" icon={CircleAlert}>
            {NAVBAR_EDITOR.labelRequired}
          </FieldMessage>
        )}
      </div>
      <div className={styles.target}>
        <TargetSelect
          label={NAVBAR_EDITOR.targetOf(name)}
          target={link.target}
          onChange={(target) => onEdit({ target })}
        />
        {!isPlace(link.target) && (
          <>
            <AddressField
              label={NAVBAR_EDITOR.addressOf(name)}
              target={link.target}
              problem={problems.address}
              onChange={(target) => onEdit({ target })}
              onLeave={() => onLeave('address')}
            />
            <NewTab link={link} name={name} onEdit={onEdit} />
          </>
        )}
      </div>
      <div className={styles.show}>
        <span id={`${id}show`} className="sr">
          {NAVBAR_EDITOR.showOf(name)}
        </span>
        <Switch
          checked={link.visible}
          labelledBy={`${id}show`}
          describedBy={link.visible ? undefined : whyHidden}
          onChange={(visible) => onEdit({ visible })}
        />
        <small aria-hidden="true">{link.visible ? NAVBAR_EDITOR.shown : NAVBAR_EDITOR.hidden}</small>
      </div>
      <ActionMenu
        label={LIST_EDITOR.moreActions(name)}
        actions={[
          {
            label: LIST_EDITOR.moveUp,
            icon: ArrowUp,
            disabled: index === 0,
            onSelect: () => onMove(index - 1),
          },
          {
            label: LIST_EDITOR.moveDown,
            icon: ArrowDown,
            disabled: index === count - 1,
            onSelect: () => onMove(index + 1),
          },
          { label: LIST_EDITOR.remove, icon: Trash2, danger: true, onSelect: onRemove },
        ]}
      />
    </div>
  );
}
