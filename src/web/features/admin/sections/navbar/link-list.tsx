import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { listEditor } from '#messages/list-editor.ts';
import { navbarEditor } from '#messages/navbar-editor.ts';
import type { NavLink } from '#shared/contract/site.ts';
import { NAVBAR_LABEL_MAX_CHARACTERS, NAVBAR_LINKS_MAX, NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckLabel } from '../../../../ui/check-input.tsx';
import panel from '../../panel-styles.module.css';
import { moveActions, SortableList } from '../../sortable-list.tsx';
import { ColumnNames, SwitchedRow } from '../../switched-row.tsx';
import { CountedInput } from './counted-input.tsx';
import styles from './link-list.module.css';
import { canShowMore, type LinkLimit, nameOfLink, reachedLimit } from './navbar-draft.ts';
import { TargetField } from './target-field.tsx';
import type { NavbarEditor } from './use-navbar-editor.ts';

interface LinkRowProps {
  link: NavLink;
  handle: ReactNode;
  /** Index in the list, from 0. */
  index: number;
  editor: NavbarEditor;
  /** Element id of the sentence that says why no further link can be made visible; undefined if a further link can. */
  whyHidden: string | undefined;
}

/** Renders the editor row of one link: its label, what it links to, its visibility switch and a menu of actions. */
function LinkRow({ link, handle, index, editor, whyHidden }: LinkRowProps) {
  const { id, label, target, visible, newTab } = link;
  const name = nameOfLink(link);
  const problems = editor.problemsOfLink(id);
  const edit = (part: Partial<Omit<NavLink, 'id'>>) => editor.editLink(id, part);
  return (
    <SwitchedRow
      name={name}
      handle={handle}
      firstCell={
        <div className={styles.label} data-hidden={visible ? undefined : ''}>
          <CountedInput
            aria-label={text(navbarEditor, 'labelOf', { position: index + 1 })}
            value={label}
            maxCharacters={NAVBAR_LABEL_MAX_CHARACTERS}
            isMissing={problems.label !== undefined}
            onChange={(event) => edit({ label: event.target.value })}
            data-focus="label"
          />
        </div>
      }
      secondCell={
        <div className={styles.target} data-hidden={visible ? undefined : ''}>
          <TargetField
            label={text(navbarEditor, 'targetOf', { name })}
            addressLabel={text(navbarEditor, 'addressOf', { position: index + 1 })}
            target={target}
            problem={problems.address}
            onChange={(next) => edit({ target: next })}
          >
            <CheckLabel
              aria-label={text(navbarEditor, 'newTabOf', { name })}
              checked={newTab}
              onChange={(event) => edit({ newTab: event.target.checked })}
            >
              {text(navbarEditor, 'newTab')}
            </CheckLabel>
          </TargetField>
        </div>
      }
      toggle={{
        label: text(navbarEditor, 'showOf', { name }),
        checked: visible,
        state: visible ? text(navbarEditor, 'shown') : text(navbarEditor, 'hidden'),
        describedBy: visible ? undefined : whyHidden,
        onChange: (next) => edit({ visible: next }),
      }}
      actions={[
        ...moveActions(index, editor.navbar.links.length, (to) => editor.move(id, to)),
        { label: text(listEditor, 'remove'), icon: Trash2, danger: true, onSelect: () => editor.remove(id) },
      ]}
    />
  );
}

const COLUMNS = [
  text(navbarEditor, 'columns.label'),
  text(navbarEditor, 'columns.target'),
  text(navbarEditor, 'columns.visible'),
];

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
      <div className={styles.head} data-row="new">
        <h2 className={panel.heading}>{text(navbarEditor, 'links')}</h2>
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
        <div className={styles.list}>
          <ColumnNames names={COLUMNS} />
          <SortableList
            items={links}
            label={text(navbarEditor, 'links')}
            nameOf={nameOfLink}
            onMove={editor.drop}
          >
            {(link, handle, index) => (
              <LinkRow {...{ link, handle, index, editor, whyHidden: noMoreShown }} />
            )}
          </SortableList>
        </div>
      )}
    </>
  );
}
