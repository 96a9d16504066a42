import type { Editor } from '@tiptap/core';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { CONTENT_PREVIEW, CONTENT_SECTION, CONTENT_VERSIONS } from '#shared/content-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { contentRefusal } from './content-refusal.ts';
import styles from './content-workbench.module.css';
import { EditorPane } from './editor-pane.tsx';
import { momentOf } from './moment.ts';
import { PreviewPane } from './preview-pane.tsx';
import { Segments } from './segments.tsx';
import type { ShownVersion, useShownVersion } from './use-shown-version.ts';
import { countWords } from './word-count.ts';

/** Which of the two shows where there is no room for both. */
export type WorkbenchView = 'edit' | 'preview';
const VIEWS = [
  ['edit', CONTENT_SECTION.edit],
  ['preview', CONTENT_SECTION.preview],
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
  return (
    <div role="status" className={styles.banner}>
      <p>{CONTENT_VERSIONS.shown(momentOf(version.savedAt), version.author ?? CONTENT_VERSIONS.someone)}</p>
      <Button size="small" look="ghost" onClick={onBack}>
        {CONTENT_VERSIONS.back}
      </Button>
      <Button size="small" onClick={onRestore}>
        {CONTENT_VERSIONS.restore}
      </Button>
    </div>
  );
}

/** The editor and the preview beside it; where there is no room for both, one or the other. */
export function ContentWorkbench({
  editor,
  markup,
  untouchedWelcome,
  draftWords,
  versions: { shown, hide, restore },
  view,
  onView,
  section,
}: {
  editor: Editor;
  /** What the editor holds. */
  markup: string;
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
  const settled = useDeferredValue(markup);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor's own document has changed when its markup has
  const words = useMemo(() => countWords(editor.getText()), [editor, settled]);
  const refusal = contentRefusal(settled);
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
          html={shown?.html ?? settled}
          note={untouchedWelcome && shown === null ? CONTENT_PREVIEW.welcome : undefined}
          banner={banner}
          section={section}
        />
      </div>
    </div>
  );
}
