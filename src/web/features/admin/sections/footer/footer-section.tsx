import { type ReactNode, useRef } from 'react';
import { socialNames } from '#messages/social-names.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import { FOOTER_EDITOR } from '#shared/footer-messages.ts';
import { text } from '#shared/messages/text.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { LivePreview } from '../../live-preview.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SortableList } from '../../sortable-list.tsx';
import { allUsed, choicesOf, footerChanges } from './footer-draft.ts';
import styles from './footer-section.module.css';
import { SocialForm } from './social-form.tsx';
import { SocialRow } from './social-row.tsx';
import { type FooterEditor, useFooterEditor } from './use-footer-editor.ts';

const SETTINGS = ['socialLinks'] as const;

const EMPTY = { platform: '', url: '' };
const nameOf = ({ platform }: SocialLink): string => text(socialNames, platform);

/** Renders the footer's social links in order, and the form that adds one while a platform is unused. */
function SocialList({ editor }: { editor: FooterEditor }) {
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

/** Renders Footer Management: the social links beside the footer's logo. `preview` renders that part of the footer. */
export function FooterSection({ preview }: { preview: (links: readonly SocialLink[]) => ReactNode }) {
  const draft = useDraft('footer', SETTINGS);
  const form = useRef<HTMLDivElement>(null);
  const editor = useFooterEditor(draft, form);
  return (
    <SectionFrame
      draft={draft}
      title={SECTION_TITLES.footer}
      lede={FOOTER_EDITOR.intro}
      changes={footerChanges(draft.saved.socialLinks, editor.links)}
      failure={PANEL_MESSAGES.changesSaveFailed}
      preview={<LivePreview>{() => preview(editor.links)}</LivePreview>}
    >
      <div ref={form}>
        <SettingRow heading={FOOTER_EDITOR.heading} help={FOOTER_EDITOR.help}>
          <SocialList editor={editor} />
        </SettingRow>
      </div>
    </SectionFrame>
  );
}
