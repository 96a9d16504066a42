import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { footerEditor } from '#messages/footer-editor.ts';
import { listEditor } from '#messages/list-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { socialNames } from '#messages/social-names.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { ActionMenu } from '../../../../ui/action-menu.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SocialGlyph } from '../../../../ui/social-glyph.tsx';
import { LivePreview } from '../../live-preview.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { moveActions, SortableList } from '../../sortable-list.tsx';
import { shortAddress } from '../../web-address.ts';
import { areAllUsed } from './footer-draft.ts';
import styles from './footer-section.module.css';
import { SocialForm } from './social-form.tsx';
import { type FooterEditor, useFooterEditor } from './use-footer-editor.ts';

const SETTINGS = ['socialLinks'] as const;

const nameOf = ({ platform }: SocialLink): string => text(socialNames, platform);

/** Renders one social link: its icon, name, address and actions; or its form while it is edited. */
function SocialRow({
  link,
  handle,
  index,
  editor,
}: {
  link: SocialLink;
  handle: ReactNode;
  /** Index in the list, from 0. */
  index: number;
  editor: FooterEditor;
}) {
  const { id, platform, icon, url } = link;
  const name = text(socialNames, platform);
  if (editor.isEditing(id)) return <SocialForm editor={editor} link={link} />;
  return (
    <div className={styles.row}>
      <span className={styles.handle}>{handle}</span>
      <SocialGlyph icon={icon} />
      <b className={styles.name}>{name}</b>
      <span className={styles.url} dir="ltr" title={url}>
        {shortAddress(url)}
      </span>
      <span className={styles.actions}>
        <IconButton
          label={text(footerEditor, 'edit', { name })}
          data-focus="edit"
          onClick={() => editor.open(id)}
        >
          <Pencil aria-hidden className="ic-s" />
        </IconButton>
        <IconButton
          label={text(footerEditor, 'remove', { name })}
          className={styles.remove}
          data-focus="remove"
          onClick={() => editor.remove(id)}
        >
          <Trash2 aria-hidden className="ic-s" />
        </IconButton>
        <ActionMenu
          label={text(listEditor, 'moreActions', { name })}
          actions={moveActions(index, editor.links.length, (to) => editor.move(id, to))}
        />
      </span>
    </div>
  );
}

/** Renders the social links of the footer in order, and, while a platform has no link, the form that adds one. */
function SocialList({ editor }: { editor: FooterEditor }) {
  const { links } = editor;
  return (
    <>
      {links.length > 0 && (
        <SortableList
          items={links}
          label={text(footerEditor, 'heading')}
          nameOf={nameOf}
          onMove={editor.drop}
        >
          {(link, handle, index) => <SocialRow {...{ link, handle, index, editor }} />}
        </SortableList>
      )}
      <div className={styles.add} data-row="new">
        {areAllUsed(links) ? (
          <p className={styles.note}>{text(footerEditor, 'allUsed')}</p>
        ) : (
          <SocialForm editor={editor} />
        )}
      </div>
    </>
  );
}

/** Renders Footer Management: the social links beside the logo of the footer. `preview` renders that part of the footer. */
export function FooterSection({ preview }: { preview: (links: readonly SocialLink[]) => ReactNode }) {
  const draft = useDraft('footer', SETTINGS);
  const editor = useFooterEditor(draft);
  return (
    <SectionFrame
      draft={draft}
      lede={text(footerEditor, 'intro')}
      changedNames={draft.changed.map(() => text(footerEditor, 'heading'))}
      failureMessage={text(panelOutcomes, 'changesSaveFailed')}
      preview={<LivePreview>{() => preview(editor.links)}</LivePreview>}
    >
      <SettingRow
        heading={text(footerEditor, 'heading')}
        help={editor.links.length === 0 ? text(footerEditor, 'none') : undefined}
        wide
      >
        <SocialList editor={editor} />
      </SettingRow>
    </SectionFrame>
  );
}
