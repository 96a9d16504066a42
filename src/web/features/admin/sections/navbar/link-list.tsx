import { Plus } from 'lucide-react';
import { useId } from 'react';
import { NAVBAR_LINKS_MAX, NAVBAR_LINKS_SHOWN_MAX } from '#shared/limits.ts';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { SortableList } from '../../sortable-list.tsx';
import styles from './link-list.module.css';
import { nameOfLink } from './link-name.ts';
import { LinkRow } from './link-row.tsx';
import { canShowMore, type LinkLimit, reachedLimit } from './navbar-draft.ts';
import type { NavbarEditor } from './use-navbar-editor.ts';

const whyFull = (full: Exclude<LinkLimit, null>): string =>
  full === 'total'
    ? NAVBAR_EDITOR.enoughLinks(NAVBAR_LINKS_MAX)
    : NAVBAR_EDITOR.enoughShown(NAVBAR_LINKS_SHOWN_MAX);

/** Renders the header's links in order, and the button that adds one. */
export function LinkList({ editor }: { editor: NavbarEditor }) {
  const { navbar } = editor;
  const { links } = navbar;
  const id = useId();
  const full = reachedLimit(navbar);
  const noMoreShown = canShowMore(navbar) ? undefined : `${id}shown`;
  return (
    <>
      <div className={styles.head}>
        <h2>{NAVBAR_EDITOR.links}</h2>
        <Button
          unavailable={full !== null}
          aria-describedby={full === null ? undefined : `${id}full`}
          data-focus="add"
          onClick={editor.add}
        >
          <Plus aria-hidden className="ic-s" />
          {NAVBAR_EDITOR.add}
        </Button>
        {full !== null && (
          <p id={`${id}full`} className={styles.why}>
            {whyFull(full)}
          </p>
        )}
        {noMoreShown && (
          <span id={noMoreShown} hidden>
            {NAVBAR_EDITOR.enoughShown(NAVBAR_LINKS_SHOWN_MAX)}
          </span>
        )}
      </div>
      {links.length === 0 ? (
        <p className={styles.none}>{NAVBAR_EDITOR.noLinks}</p>
      ) : (
        <>
          <div className={styles.columns} aria-hidden="true">
            <span>{NAVBAR_EDITOR.columns.label}</span>
            <span>{NAVBAR_EDITOR.columns.target}</span>
            <span>{NAVBAR_EDITOR.columns.visible}</span>
          </div>
          <SortableList items={links} label={NAVBAR_EDITOR.links} nameOf={nameOfLink} onMove={editor.drop}>
            {(link, handle, index) => (
              <LinkRow
                link={link}
                handle={handle}
                index={index}
                count={links.length}
                problems={editor.problemsOfLink(link.id)}
                whyHidden={noMoreShown}
                onEdit={(part) => editor.editLink(link.id, part)}
                onLeave={(field) => editor.leaveLink(link.id, field)}
                onMove={(to) => editor.move(link.id, to)}
                onRemove={() => editor.remove(link.id)}
              />
            )}
          </SortableList>
        </>
      )}
    </>
  );
}
