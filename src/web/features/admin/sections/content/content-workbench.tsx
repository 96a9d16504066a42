import type { Editor } from '@tiptap/core';
import { type ReactNode, useDeferredValue } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { CONTENT_CLEAN_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { MomentSentence } from '../../moment.tsx';
import { EditorPane } from '../../rich-text/editor-pane.tsx';
import { TextFoot } from '../../rich-text/text-foot.tsx';
import type { EditorContent } from '../../rich-text/use-rich-text.ts';
import type { ShownVersion, useShownVersion } from '../../rich-text/use-versions.ts';
import { Segments } from '../../segments.tsx';
import { useIsOwn } from '../../use-is-own.ts';
import styles from './content-workbench.module.css';
import { PreviewPane } from './preview-pane.tsx';

/** Which of the two panes is shown where there is no space for both. */
export type WorkbenchView = 'edit' | 'preview';
const VIEWS = [
  ['edit', text(contentEditor, 'edit')],
  ['preview', text(contentEditor, 'preview')],
] as const;

function Banner({
  shown: { version },
  onBack,
  onRestore,
}: {
  shown: ShownVersion;
  onBack: () => void;
  onRestore: () => void;
}) {
  const isOwn = useIsOwn()(version.authorId);
  return (
    <div role="status" className={styles.banner}>
      <p>
        <MomentSentence at={version.savedAt}>
          {(time) =>
            isOwn
              ? text(contentEditor, 'versions.shownOwn', { time })
              : text(contentEditor, 'versions.shown', {
                  time,
                  author: version.author ?? text(contentEditor, 'versions.someone'),
                })
          }
        </MomentSentence>
      </p>
      <div>
        <Button size="small" look="ghost" onClick={onBack}>
          {text(contentEditor, 'versions.back')}
        </Button>
        {!version.isLive && (
          <Button size="small" onClick={onRestore}>
            {text(contentEditor, 'versions.restore')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Renders the editor beside the preview, or one of them where there is no space for both. */
export function ContentWorkbench({
  editor,
  now,
  isWelcomeText,
  draftStatus,
  versions: { shown, hide, restore },
  view,
  onView,
  section,
}: {
  editor: Editor;
  now: EditorContent;
  /** Whether the editor shows the welcome text, which visitors do not see. */
  isWelcomeText: boolean;
  /** Status of the locally stored draft; '' if nothing is unsaved. */
  draftStatus: string;
  /** Earlier versions; a shown version replaces the editor's text in the preview. */
  versions: ReturnType<typeof useShownVersion>;
  view: WorkbenchView;
  onView: (view: WorkbenchView) => void;
  section: (html: string) => ReactNode;
}) {
  // Deferred, so that typing does not wait for the preview.
  const settled = useDeferredValue(now);
  const back = () => {
    hide();
    onView('edit');
  };
  const banner = shown !== null && (
    <Banner shown={shown} onBack={back} onRestore={() => restore(shown.version)} />
  );
  return (
    <div className={styles.bench} data-view={view}>
      <Segments
        label={text(contentEditor, 'views')}
        options={VIEWS}
        value={view}
        onChoose={onView}
        className={styles.views}
      />
      <div className={styles.panes}>
        <EditorPane
          editor={editor}
          placeholder={text(contentEditor, 'placeholder')}
          foot={<TextFoot now={now} maxBytes={CONTENT_CLEAN_MAX_BYTES} status={draftStatus} />}
        />
        <PreviewPane
          html={shown?.html ?? settled.markup}
          note={isWelcomeText && shown === null ? text(contentEditor, 'visitorPreview.welcome') : undefined}
          banner={banner}
          section={section}
        />
      </div>
    </div>
  );
}
