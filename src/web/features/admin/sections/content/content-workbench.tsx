import type { Editor } from '@tiptap/core';
import { type ReactNode, useDeferredValue } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { CONTENT_CLEAN_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { EditorPane } from '../../rich-text/editor-pane.tsx';
import { TextFoot } from '../../rich-text/text-foot.tsx';
import type { EditorContent } from '../../rich-text/use-rich-text.ts';
import { Segments } from '../../segments.tsx';
import styles from './content-workbench.module.css';
import { PreviewPane } from './preview-pane.tsx';

/** Pane that is shown where there is no space for both: the editor or the preview. */
export type WorkbenchView = 'edit' | 'preview';
const VIEWS = [
  ['edit', text(contentEditor, 'edit')],
  ['preview', text(contentEditor, 'preview')],
] as const;

/** Renders the editor beside the preview, or one of them where there is no space for both. */
export function ContentWorkbench({
  editor,
  now,
  isWelcomeText,
  draftStatus,
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
  view: WorkbenchView;
  onView: (view: WorkbenchView) => void;
  section: (html: string) => ReactNode;
}) {
  // Deferred, so that typing does not wait for the preview.
  const settled = useDeferredValue(now);
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
          html={settled.markup}
          note={isWelcomeText ? text(contentEditor, 'visitorPreview.welcome') : undefined}
          section={section}
        />
      </div>
    </div>
  );
}
