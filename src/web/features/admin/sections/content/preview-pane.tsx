import { EyeOff, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { text } from '#shared/messages/text.ts';
import { PreviewHead, usePreviewWidth } from '../../preview-head.tsx';
import styles from './preview-pane.module.css';

/**
 * Previews the content as visitors will see it, at the width chosen in its head, or says that they see nothing. `section` renders the
 * public page's section; `note` is shown above it.
 */
export function PreviewPane({
  html,
  note,
  section,
}: {
  /** '' for empty content, whose section visitors do not see. */
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
