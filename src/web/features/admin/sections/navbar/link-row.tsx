import { CircleAlert, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { NavLink } from '#shared/contract/site.ts';
import { LIST_EDITOR } from '#shared/editor-messages.ts';
import { NAVBAR_LABEL_MAX_CHARACTERS } from '#shared/limits.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { ActionMenu } from '../../../../ui/action-menu.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { moveActions } from '../../move-actions.ts';
import { CountedInput } from './counted-input.tsx';
import { nameOfLink } from './link-name.ts';
import styles from './link-row.module.css';
import { isPagePlace, type LinkProblems } from './navbar-draft.ts';
import { AddressField, TargetSelect } from './target-field.tsx';

interface LinkRowProps {
  link: NavLink;
  handle: ReactNode;
  /** Index in the list, from 0, and the list's length. */
  index: number;
  count: number;
  /** Problems to show. */
  problems: LinkProblems;
  /** Id of the sentence that says why the link cannot be made visible; undefined if it can. */
  whyHidden: string | undefined;
  onEdit: (part: Partial<Omit<NavLink, 'id'>>) => void;
  onLeave: (field: keyof LinkProblems) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

type CellProps = LinkRowProps & { name: string };

function NewTab({ link, name, onEdit }: Pick<CellProps, 'link' | 'name' | 'onEdit'>) {
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

function LabelCell({ link, index, problems, onEdit, onLeave }: CellProps) {
  const id = useId();
  const problem = problems.label === undefined ? undefined : id;
  return (
    <div className={styles.label}>
      <CountedInput
        aria-label={NAVBAR_EDITOR.labelOf(index + 1)}
        value={link.label}
        most={NAVBAR_LABEL_MAX_CHARACTERS}
        problem={problem}
        onChange={({ target }) => onEdit({ label: target.value })}
        onBlur={() => onLeave('label')}
        data-focus="label"
      />
      {problem && (
        <FieldMessage id={problem} tone="error" icon={CircleAlert}>
          {NAVBAR_EDITOR.labelRequired}
        </FieldMessage>
      )}
    </div>
  );
}

function TargetCell({ link, index, name, problems, onEdit, onLeave }: CellProps) {
  return (
    <div className={styles.target}>
      <TargetSelect
        label={NAVBAR_EDITOR.targetOf(name)}
        target={link.target}
        onChange={(target) => onEdit({ target })}
      />
      {!isPagePlace(link.target) && (
        <>
          <AddressField
            label={NAVBAR_EDITOR.addressOf(index + 1)}
            target={link.target}
            problem={problems.address}
            onChange={(target) => onEdit({ target })}
            onLeave={() => onLeave('address')}
          />
          <NewTab link={link} name={name} onEdit={onEdit} />
        </>
      )}
    </div>
  );
}

function ShowCell({ link, name, whyHidden, onEdit }: CellProps) {
  const id = useId();
  return (
    <div className={styles.show}>
      <span id={id} className="sr">
        {NAVBAR_EDITOR.showOf(name)}
      </span>
      <Switch
        checked={link.visible}
        labelledBy={id}
        describedBy={link.visible ? undefined : whyHidden}
        onChange={(visible) => onEdit({ visible })}
      />
      <small aria-hidden="true">{link.visible ? NAVBAR_EDITOR.shown : NAVBAR_EDITOR.hidden}</small>
    </div>
  );
}

/** Renders the editor row of one header link: its label, what it links to, its visibility switch and a menu of actions. */
export function LinkRow(props: LinkRowProps) {
  const { link, handle, index, count, onMove, onRemove } = props;
  const name = nameOfLink(link);
  return (
    <div className={styles.row} data-hidden={link.visible ? undefined : ''}>
      <span className={styles.handle}>{handle}</span>
      <LabelCell {...props} name={name} />
      <TargetCell {...props} name={name} />
      <ShowCell {...props} name={name} />
      <ActionMenu
        label={LIST_EDITOR.moreActions(name)}
        actions={[
          ...moveActions(index, count, onMove),
          { label: LIST_EDITOR.remove, icon: Trash2, danger: true, onSelect: onRemove },
        ]}
      />
    </div>
  );
}
