import { type ReactNode, useRef } from 'react';
import type { SocialLink } from '#shared/contract/site.ts';
import { FOOTER_EDITOR } from '#shared/footer-messages.ts';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { useDraft } from '../../../../state/panel/use-draft.ts';
import { LivePreview } from '../../live-preview.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { footerChanges } from './footer-draft.ts';
import { SocialList } from './social-list.tsx';
import { useFooterEditor } from './use-footer-editor.ts';

const SETTINGS = ['socialLinks'] as const;

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
