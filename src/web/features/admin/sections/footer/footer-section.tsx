import { type ReactNode, useRef } from 'react';
import { footerEditor } from '#messages/footer-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { socialNames } from '#messages/social-names.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { LivePreview } from '../../live-preview.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { SortableList } from '../../sortable-list.tsx';
import { allUsed, selectablePlatforms } from './footer-draft.ts';
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
        {allUsed(links) ? (
          <p className={styles.note}>{text(footerEditor, 'allUsed')}</p>
        ) : (
          <SocialForm
            name={text(footerEditor, 'add')}
            unsaved={text(footerEditor, 'unsaved.new')}
            initial={EMPTY}
            choices={(chosen) => selectablePlatforms(links, chosen)}
            onSubmit={editor.add}
            actions={<Button type="submit">{text(footerEditor, 'add')}</Button>}
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
      lede={text(footerEditor, 'intro')}
      changes={draft.changed.map(() => text(footerEditor, 'heading'))}
      failure={text(panelOutcomes, 'changesSaveFailed')}
      preview={<LivePreview>{() => preview(editor.links)}</LivePreview>}
    >
      <div ref={form}>
        <SettingRow
          heading={text(footerEditor, 'heading')}
          help={editor.links.length === 0 ? text(footerEditor, 'none') : undefined}
          wide
        >
          <SocialList editor={editor} />
        </SettingRow>
      </div>
    </SectionFrame>
  );
}
