import type { Editor } from '@tiptap/core';
import { EyeOff, Info } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { CONTENT_CLEAN_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { PreviewHead, usePreviewWidth } from '../../preview-head.tsx';
import { EditorPane } from '../../rich-text/editor-pane.tsx';
import type { EditorContent } from '../../rich-text/use-rich-text.ts';
import styles from './content-workbench.module.css';

/** The pane that is shown where there is no space for both panes. */
export type WorkbenchView = 'edit' | 'preview';
const VIEWS = [
  ['edit', text(contentEditor, 'edit')],
  ['preview', text(contentEditor, 'preview')],
] as const;

/**
 * Renders a preview of the content as visitors will see it, at the width that is chosen in its head, or says that visitors see nothing.
 * `section` renders the section of the public page; `note` is shown above this section.
 */
function PreviewPane({
  html,
  note,
  section,
}: {
  /** HTML of the content; '' for empty content, whose section visitors do not see. */
  html: string;
  note?: string | undefined;
  section: (html: string) => ReactNode;
}) {
  const width = usePreviewWidth();
  return (
    <section aria-label={text(contentEditor, 'visitorPreview.label')} className={styles.pane}>
      <PreviewHead />
      {note !== undefined && (
        <p className={styles.note}>
          <Info aria-hidden className="ic-s" />
          {note}
        </p>
      )}
      <div className={styles.stage} data-width={width} data-testid="content-preview">
        {html === '' ? (
          <p className={styles.empty}>
            <EyeOff aria-hidden className="ic" />
            {text(contentEditor, 'visitorPreview.empty')}
          </p>
        ) : (
          <div className={styles.window}>{section(html)}</div>
        )}
      </div>
    </section>
  );
}

/** Renders the editor beside the preview, or only one of the two where there is no space for both. */
export function ContentWorkbench({
  editor,
  shownContent,
  isWelcomeText,
  draftStatus,
  view,
  onView,
  section,
}: {
  editor: Editor;
  shownContent: EditorContent;
  /** Whether the editor shows the welcome text, which visitors do not see. */
  isWelcomeText: boolean;
  /** Sentence on the draft that is stored in this browser; '' if nothing is unsaved. */
  draftStatus: string;
  view: WorkbenchView;
  onView: (view: WorkbenchView) => void;
  section: (html: string) => ReactNode;
}) {
  // Deferred, so that typing does not wait for the preview.
  const settled = useDeferredValue(shownContent);
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
          shownContent={shownContent}
          maxBytes={CONTENT_CLEAN_MAX_BYTES}
          status={draftStatus}
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
