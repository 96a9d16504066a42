import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { CONTENT_PREVIEW, CONTENT_SECTION, CONTENT_VERSIONS } from '#shared/content-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { contentRefusal } from './content-refusal.ts';
import styles from './content-workbench.module.css';
import { EditorPane } from './editor-pane.tsx';
import { momentOf } from './moment.ts';
import { PreviewPane } from './preview-pane.tsx';
import { Segments } from './segments.tsx';
import type { Held } from './use-content-editor.ts';
import type { ShownVersion, useShownVersion } from './use-shown-version.ts';
import { countWords } from './word-count.ts';

/** Which of the two shows where there is no room for both. */
export type WorkbenchView = 'edit' | 'preview';
const VIEWS = [
  ['edit', CONTENT_SECTION.edit],
  ['preview', CONTENT_SECTION.preview],
] as const;

const wordsOf = (doc: Node): string => doc.textBetween(0, doc.content.size, '\n', ' ');

function Banner({
  shown: { version },
  onBack,
  onRestore,
}: {
  shown: ShownVersion;
  onBack: () => void;
  onRestore: () => void;
}) {
  return (
    <div role="status" className={styles.banner}>
      <p>{CONTENT_VERSIONS.shown(momentOf(version.savedAt), version.author ?? CONTENT_VERSIONS.someone)}</p>
      <div>
        <Button size="small" look="ghost" onClick={onBack}>
          {CONTENT_VERSIONS.back}
        </Button>
        <Button size="small" onClick={onRestore}>
          {CONTENT_VERSIONS.restore}
        </Button>
      </div>
    </div>
  );
}

/** The editor and the preview beside it; where there is no room for both, one or the other. */
export function ContentWorkbench({
  editor,
  now,
  untouchedWelcome,
  draftWords,
  versions: { shown, hide, restore },
  view,
  onView,
  section,
}: {
  editor: Editor;
  now: Held;
  /** Whether that is the welcome text, which visitors do not see. */
  untouchedWelcome: boolean;
  /** What becomes of an unsaved text; '' while there is none. */
  draftWords: string;
  /** Earlier versions; one that is shown stands in place of the editor's text. */
  versions: ReturnType<typeof useShownVersion>;
  view: WorkbenchView;
  onView: (view: WorkbenchView) => void;
  section: (html: string) => ReactNode;
}) {
  // The text must not wait for what is said about it.
  const settled = useDeferredValue(now);
  const words = useMemo(() => countWords(wordsOf(settled.doc)), [settled]);
  const refusal = contentRefusal(settled.markup);
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
        label={CONTENT_SECTION.views}
        options={VIEWS}
        value={view}
        onChoose={onView}
        className={styles.views}
      />
      <div className={styles.panes}>
        <EditorPane
          editor={editor}
          foot={
            <>
              <span className="num">{CONTENT_SECTION.words(words)}</span>
              <span className={refusal === null ? undefined : styles.refusal}>{refusal ?? draftWords}</span>
            </>
          }
        />
        <PreviewPane
          html={shown?.html ?? settled.markup}
          note={untouchedWelcome && shown === null ? CONTENT_PREVIEW.welcome : undefined}
          banner={banner}
          section={section}
        />
      </div>
    </div>
  );
}
