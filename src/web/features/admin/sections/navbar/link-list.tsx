import { CircleAlert, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { navbarEditor } from '#messages/navbar-editor.ts';
import type { NavLink } from '#shared/contract/site.ts';
import { NAVBAR_LABEL_MAX_CHARACTERS, NAVBAR_LINKS_MAX, NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckInput } from '../../../../ui/check-input.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { moveActions } from '../../move-actions.ts';
import { SwitchedList, SwitchedRow } from '../../switched-list.tsx';
import { CountedInput } from './counted-input.tsx';
import styles from './link-list.module.css';
import {
  canShowMore,
  isPagePlace,
  type LinkLimit,
  type LinkProblems,
  nameOfLink,
  reachedLimit,
} from './navbar-draft.ts';
import { TargetAddress, TargetSelect } from './target-field.tsx';
import type { NavbarEditor } from './use-navbar-editor.ts';

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
  onMove: (to: number) => void;
  onRemove: () => void;
}

type CellProps = LinkRowProps & { name: string };

function NewTab({ link, name, onEdit }: Pick<CellProps, 'link' | 'name' | 'onEdit'>) {
  return (
    <label className={styles.newTab}>
      <CheckInput
        type="checkbox"
        aria-label={text(navbarEditor, 'newTabOf', { name })}
        checked={link.newTab}
        onChange={({ target }) => onEdit({ newTab: target.checked })}
      />
      {text(navbarEditor, 'newTab')}
    </label>
  );
}

function LabelCell({ link, index, problems, onEdit }: CellProps) {
  const id = useId();
  const problem = problems.label === undefined ? undefined : id;
  return (
    <div className={styles.label} data-hidden={link.visible ? undefined : ''}>
      <CountedInput
        aria-label={text(navbarEditor, 'labelOf', { position: index + 1 })}
        value={link.label}
        most={NAVBAR_LABEL_MAX_CHARACTERS}
        problem={problem}
        onChange={({ target }) => onEdit({ label: target.value })}
        data-focus="label"
      />
      {problem && (
        <FieldMessage id={problem} tone="error" icon={CircleAlert}>
          {text(navbarEditor, 'labelRequired')}
        </FieldMessage>
      )}
    </div>
  );
}

function TargetCell({ link, index, name, problems, onEdit }: CellProps) {
  return (
    <div className={styles.target} data-hidden={link.visible ? undefined : ''}>
      <TargetSelect
        label={text(navbarEditor, 'targetOf', { name })}
        target={link.target}
        onChange={(target) => onEdit({ target })}
      />
      {!isPagePlace(link.target) && (
        <>
          <TargetAddress
            label={text(navbarEditor, 'addressOf', { position: index + 1 })}
            target={link.target}
            problem={problems.address}
            onChange={(target) => onEdit({ target })}
          />
          <NewTab link={link} name={name} onEdit={onEdit} />
        </>
      )}
    </div>
  );
}

/** Renders the editor row of one link: its label, what it links to, its visibility switch and a menu of actions. */
function LinkRow(props: LinkRowProps) {
  const { link, handle, index, count, whyHidden, onEdit, onMove, onRemove } = props;
  const name = nameOfLink(link);
  return (
    <SwitchedRow
      name={name}
      handle={handle}
      first={<LabelCell {...props} name={name} />}
      second={<TargetCell {...props} name={name} />}
      toggle={{
        label: text(navbarEditor, 'showOf', { name }),
        checked: link.visible,
        state: link.visible ? text(navbarEditor, 'shown') : text(navbarEditor, 'hidden'),
        describedBy: link.visible ? undefined : whyHidden,
        onChange: (visible) => onEdit({ visible }),
      }}
      actions={[
        ...moveActions(index, count, onMove),
        { label: text(listEditor, 'remove'), icon: Trash2, danger: true, onSelect: onRemove },
      ]}
    />
  );
}

const whyFull = (full: Exclude<LinkLimit, null>): string =>
  full === 'total'
    ? text(navbarEditor, 'enoughLinks', { count: NAVBAR_LINKS_MAX })
    : text(navbarEditor, 'enoughShown', { count: NAVBAR_LINKS_SHOWN_MAX });

/** Renders the header's links in order, and the button that adds one. */
export function LinkList({ editor }: { editor: NavbarEditor }) {
  const { navbar } = editor;
  const { links } = navbar;
  const id = useId();
  const full = reachedLimit(navbar);
  const noMoreShown = canShowMore(links) ? undefined : `${id}shown`;
  return (
    <>
      <div className={styles.head}>
        <h2>{text(navbarEditor, 'links')}</h2>
        <Button
          unavailable={full !== null}
          aria-describedby={full === null ? undefined : `${id}full`}
          data-focus="add"
          onClick={editor.add}
        >
          <Plus aria-hidden className="ic-s" />
          {text(navbarEditor, 'add')}
        </Button>
        {full !== null && (
          <p id={`${id}full`} className={styles.why}>
            {whyFull(full)}
          </p>
        )}
        {noMoreShown && (
          <span id={noMoreShown} hidden>
            {text(navbarEditor, 'enoughShown', { count: NAVBAR_LINKS_SHOWN_MAX })}
          </span>
        )}
      </div>
      {links.length === 0 ? (
        <p className={styles.none}>{text(navbarEditor, 'noLinks')}</p>
      ) : (
        <SwitchedList
          className={styles.list}
          columns={[
            text(navbarEditor, 'columns.label'),
            text(navbarEditor, 'columns.target'),
            text(navbarEditor, 'columns.visible'),
          ]}
          items={links}
          label={text(navbarEditor, 'links')}
          nameOf={nameOfLink}
          onMove={editor.drop}
        >
          {(link, handle, index) => (
            <LinkRow
              link={link}
              handle={handle}
              index={index}
              count={links.length}
              problems={editor.problemsOfLink(link.id)}
              whyHidden={noMoreShown}
              onEdit={(part) => editor.editLink(link.id, part)}
              onMove={(to) => editor.move(link.id, to)}
              onRemove={() => editor.remove(link.id)}
            />
          )}
        </SwitchedList>
      )}
    </>
  );
}
