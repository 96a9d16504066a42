import type { SocialLink } from '#shared/contract/site.ts';
import { FOOTER_EDITOR } from '#shared/footer-messages.ts';
import { SOCIAL_NAMES } from '#shared/messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { SortableList } from '../../sortable-list.tsx';
import { allUsed, choicesOf } from './footer-draft.ts';
import { SocialForm } from './social-form.tsx';
import styles from './social-list.module.css';
import { SocialRow } from './social-row.tsx';
import type { FooterEditor } from './use-footer-editor.ts';

const EMPTY = { platform: '', url: '' };
const nameOf = ({ platform }: SocialLink): string => SOCIAL_NAMES[platform];

/** Renders the footer's social links in order, and the form that adds one while a platform is unused. */
export function SocialList({ editor }: { editor: FooterEditor }) {
  const { links } = editor;
  return (
    <>
      {links.length === 0 ? (
        <p className={styles.note}>{FOOTER_EDITOR.none}</p>
      ) : (
        <SortableList items={links} label={FOOTER_EDITOR.heading} nameOf={nameOf} onMove={editor.drop}>
          {(link, handle, index) => <SocialRow {...{ link, handle, index, editor }} />}
        </SortableList>
      )}
      <div className={styles.add} data-row="new">
        {allUsed(links) ? (
          <p className={styles.note}>{FOOTER_EDITOR.allUsed}</p>
        ) : (
          <SocialForm
            name={FOOTER_EDITOR.add}
            initial={EMPTY}
            choices={(chosen) => choicesOf(links, chosen)}
            onSubmit={editor.add}
            actions={<Button type="submit">{FOOTER_EDITOR.add}</Button>}
          />
        )}
      </div>
    </>
  );
}
