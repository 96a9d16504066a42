import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { contentEditor } from '#messages/content-editor.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { CONTENT_CLEAN_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { type Draft, useDraft } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { LoadingSection } from '../../loading-or-error.tsx';
import { MomentSentence } from '../../moment.tsx';
import { checkLengths } from '../../rich-text/content-length.ts';
import { readContent, readDocument } from '../../rich-text/editor-extensions.ts';
import {
  type EditorContent,
  showDocument,
  useEditorInstance,
  useRichText,
} from '../../rich-text/use-rich-text.ts';
import { useVersionListing, useVersions } from '../../rich-text/version-list.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import styles from './content-section.module.css';
import { ContentWorkbench, type WorkbenchView } from './content-workbench.tsx';
import { type FoundDraft, useStoredDraft } from './use-stored-draft.ts';

const SETTINGS = ['content'] as const;
const CHANGES = [text(contentEditor, 'setting')];
const DRAFT_STATUS = {
  none: '',
  stored: text(contentEditor, 'draftStored'),
  failed: text(contentEditor, 'draftNotStored'),
};

const welcomeDocument = (): Node | null =>
  readDocument({
    type: 'doc',
    content: [
      {
        type: 'heading',
        attrs: { level: 2 },
        content: [{ type: 'text', text: text(contentEditor, 'welcome.heading') }],
      },
      { type: 'paragraph', content: [{ type: 'text', text: text(contentEditor, 'welcome.text') }] },
    ],
  });

/** Returns the first document of the editor: the stored HTML, or the welcome text if the content is empty and was never saved. */
const startOf = (stored: string, neverSaved: boolean): Node =>
  (neverSaved && stored === '' ? welcomeDocument() : null) ?? readContent(stored);

/**
 * Returns the content of the editor, and keeps it equal to the draft. If `neverSaved`, empty content shows the welcome text, which is no
 * change until it is edited.
 */
function useContentEditor(editor: Editor, draft: Draft<'content'>, neverSaved: boolean): EditorContent {
  const { saved, values, epoch, edit } = draft;
  const start = useMemo(() => startOf(saved.content, neverSaved), [saved.content, neverSaved]);
  const onChange = useCallback((content: string) => edit({ content }), [edit]);
  return useRichText(editor, { savedHtml: saved.content, value: values.content, epoch, start, onChange });
}

interface SectionRenderer {
  /** Renders the section of the public page with this HTML, which is sanitised for it. */
  readonly section: (html: string) => ReactNode;
}

/** Renders the offer to restore a draft that an earlier visit left in this browser; nothing if there is none. */
function DraftBar({
  found,
  onRestore,
  onDiscard,
}: {
  found: FoundDraft | null;
  onRestore: (found: FoundDraft) => void;
  onDiscard: () => void;
}) {
  if (found === null) return null;
  return (
    <div role="status" className={styles.bar}>
      <RotateCcw aria-hidden className="ic" />
      <p>
        <MomentSentence at={found.at}>
          {(time) => text(contentEditor, 'draft.found', { time })}
        </MomentSentence>
      </p>
      <Button size="small" onClick={() => onRestore(found)}>
        {text(contentEditor, 'draft.restore')}
      </Button>
      <Button size="small" look="ghost" onClick={onDiscard}>
        {text(contentEditor, 'draft.discard')}
      </Button>
    </div>
  );
}

/** Returns the draft with a `discard` function that also deletes the copy of the text in the storage of the browser. */
function useDiscardingDraft(draft: Draft<'content'>, drop: () => void): Draft<'content'> {
  const { discard: discardChanges } = draft;
  const discard = useCallback(() => {
    drop();
    return discardChanges();
  }, [drop, discardChanges]);
  return { ...draft, discard };
}

interface Opened extends SectionRenderer {
  readonly draft: Draft<'content'>;
  readonly neverSaved: boolean;
}

function OpenSection({ editor, draft, neverSaved, section }: Opened & { editor: Editor }) {
  const shownContent = useContentEditor(editor, draft, neverSaved);
  const dirty = draft.changed.length > 0;
  const storedDraft = useStoredDraft(editor, shownContent.markup, dirty);
  const [view, setView] = useState<WorkbenchView>('edit');
  const load = (doc: Node) => {
    setView('edit');
    showDocument(editor, doc, true);
    editor.commands.focus('start');
  };
  const versions = useVersionListing('content', (html) => load(readContent(html)));
  return (
    <SectionFrame
      draft={useDiscardingDraft(draft, storedDraft.drop)}
      lede={text(contentEditor, 'lede')}
      changedNames={dirty ? CHANGES : []}
      failureMessage={(reason) => text(panelOutcomes, 'contentSaveFailed', { reason })}
      successMessage={text(panelOutcomes, 'contentSaved')}
      check={() => checkLengths([draft.values.content], CONTENT_CLEAN_MAX_BYTES)}
      actions={versions.toggle}
    >
      <div className={styles.stack}>
        {versions.list}
        <DraftBar
          found={storedDraft.found}
          onRestore={({ doc }) => {
            storedDraft.hideOffer();
            load(doc);
          }}
          onDiscard={storedDraft.reject}
        />
        <ContentWorkbench
          editor={editor}
          shownContent={shownContent}
          isWelcomeText={neverSaved && draft.saved.content === '' && !dirty}
          draftStatus={dirty ? DRAFT_STATUS[storedDraft.state] : ''}
          view={view}
          onView={setView}
          section={section}
        />
      </div>
    </SectionFrame>
  );
}

const Loading = () => <LoadingSection text={text(contentEditor, 'loading')} />;

function StartedSection(props: Opened) {
  const { draft, neverSaved } = props;
  const [start] = useState(() => startOf(draft.saved.content, neverSaved));
  const editor = useEditorInstance(start, text(contentEditor, 'editor'));
  return editor === null ? <Loading /> : <OpenSection {...props} editor={editor} />;
}

/** Renders Content Management: the editor and the preview of the owner's text, which the public page shows above the FAQ. */
export function ContentSection({ section }: SectionRenderer) {
  const draft = useDraft('content', SETTINGS);
  const { data, isPending } = useVersions('content');
  // Once content has been saved, an empty text is the choice of the owner.
  const [started, setStarted] = useState<{ readonly neverSaved: boolean } | null>(null);
  if (started === null && (draft.saved.content !== '' || !isPending))
    setStarted({ neverSaved: draft.saved.content === '' && data?.length === 0 });
  if (started?.neverSaved === true && draft.saved.content !== '') setStarted({ neverSaved: false });
  if (started === null) return <Loading />;
  return <StartedSection draft={draft} neverSaved={started.neverSaved} section={section} />;
}
