import type { Editor } from '@tiptap/core';
import { ExternalLink } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { legalSection } from '#messages/legal-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { sitePath } from '#shared/base-path.ts';
import {
  LEGAL_PAGES,
  LEGAL_TEXT_SETTINGS,
  type LegalPage,
  type LegalTextSetting,
  legalTextOf,
  textPagePath,
} from '#shared/contract/legal-texts.ts';
import { LEGAL_TEXT_CLEAN_MAX_BYTES } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { defaultLegalText } from '../../../../lib/default-legal-text.ts';
import { useAdminSettings } from '../../../../state/panel/edited-settings.ts';
import { type Draft, useDraft } from '../../../../state/panel/use-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useInputGuard } from '../../leave-guard.tsx';
import { LoadingSection } from '../../loading-or-error.tsx';
import panel from '../../panel-styles.module.css';
import { checkLengths } from '../../rich-text/content-length.ts';
import { readContent } from '../../rich-text/editor-extensions.ts';
import { EditorPane } from '../../rich-text/editor-pane.tsx';
import { showDocument, useEditorInstance, useRichText } from '../../rich-text/use-rich-text.ts';
import { useVersionListing, useVersions } from '../../rich-text/version-list.tsx';
import { SectionFrame } from '../../section-frame.tsx';
import styles from './legal-section.module.css';

type LegalDraft = Draft<LegalTextSetting>;

const PAGES = LEGAL_PAGES.map((page) => [page, text(legalSection, `names.${page}`)] as const);
/** Returns the names of the changed texts, for the bar. */
const changesOf = ({ changed }: LegalDraft): readonly string[] =>
  LEGAL_PAGES.filter((page) => changed.includes(legalTextOf(page))).map((page) =>
    text(legalSection, `settings.${page}`),
  );

interface PageProps {
  readonly page: LegalPage;
  readonly draft: LegalDraft;
  /** HTML of the default text of the page. */
  readonly defaultHtml: string;
  /** Whether the owner has switched between the default text and the own text. The text that then appears takes the focus. */
  readonly hasSwitched: boolean;
}

function OwnText({
  page,
  draft,
  hasSwitched,
  editor,
  onReset,
}: PageProps & { editor: Editor; onReset: () => void }) {
  const setting = legalTextOf(page);
  const { saved, values, epoch, edit } = draft;
  const start = useMemo(() => readContent(saved[setting]), [saved, setting]);
  const onChange = useCallback((html: string) => edit({ [setting]: html }), [edit, setting]);
  const shownContent = useRichText(editor, {
    savedHtml: saved[setting],
    value: values[setting],
    epoch,
    start,
    onChange,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the editor opens
  useEffect(() => {
    if (hasSwitched) editor.commands.focus('start');
  }, []);
  const versions = useVersionListing(setting, (html) => {
    // A version without a text of the owner's own is the standard text.
    if (html === '') return onReset();
    showDocument(editor, readContent(html), true);
    editor.commands.focus('start');
  });
  return (
    <>
      <div className={styles.state}>
        <div>
          <h2>{text(legalSection, saved[setting] === '' ? 'own.unsaved' : 'own.title')}</h2>
          <p>{text(legalSection, 'own.text')}</p>
        </div>
        <div className={panel.actions}>
          {versions.toggle}
          <Button look="secondary" size="small" onClick={onReset}>
            {text(legalSection, 'own.reset')}
          </Button>
        </div>
      </div>
      {versions.list}
      <EditorPane
        editor={editor}
        placeholder={text(legalSection, 'placeholder')}
        shownContent={shownContent}
        maxBytes={LEGAL_TEXT_CLEAN_MAX_BYTES}
      />
    </>
  );
}

/** Renders the editor, which begins with the text of the draft, or with the default text if the draft is empty. */
function Writing(props: PageProps & { onReset: () => void }) {
  const { page, draft, defaultHtml } = props;
  const [start] = useState(() => readContent(draft.values[legalTextOf(page)] || defaultHtml));
  const editor = useEditorInstance(start, text(legalSection, `settings.${page}`));
  if (editor === null) return <LoadingSection text={text(legalSection, 'loading')} />;
  return <OwnText {...props} editor={editor} />;
}

function StandardText({
  page,
  hasSwitched,
  draft: { saved: live },
  onWrite,
}: Pick<PageProps, 'page' | 'hasSwitched' | 'draft'> & {
  /** Opens the editor with this text, or with the default text if `html` is null. */
  onWrite: (html: string | null) => void;
}) {
  const setting = legalTextOf(page);
  const actions = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the owner has come back to the standard text
  useEffect(() => {
    if (hasSwitched) actions.current?.querySelector('button')?.focus();
  }, []);
  const { data: saved = [] } = useVersions(setting);
  const versions = useVersionListing(setting, (html) => {
    if (html !== '') onWrite(html);
  });
  return (
    <>
      <div className={styles.state}>
        <div>
          <h2>{text(legalSection, live[setting] === '' ? 'default.title' : 'default.unsaved')}</h2>
          <p>{text(legalSection, 'default.text')}</p>
        </div>
        <div ref={actions} className={panel.actions}>
          <Button size="small" onClick={() => onWrite(null)}>
            {text(legalSection, 'default.write')}
          </Button>
          {saved.length > 0 && versions.toggle}
        </div>
      </div>
      {versions.list}
    </>
  );
}

/** Renders the text of one page: the default text, or the editor with the text of the owner. */
function PageText(props: Omit<PageProps, 'hasSwitched'>) {
  const { page, draft, defaultHtml } = props;
  const setting = legalTextOf(page);
  const value = draft.values[setting];
  const { guard, question } = useInputGuard();
  // Stays open while the owner deletes everything to write anew.
  const [writing, setWriting] = useState(value !== '');
  const [hasSwitched, setSwitched] = useState(false);
  // A value that was set elsewhere (discard, another person's save) decides again which of the two is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a value was set outside the editor
  useEffect(() => {
    setWriting(value !== '');
    setSwitched(false);
  }, [draft.epoch]);
  if (!writing)
    return (
      <StandardText
        draft={draft}
        page={page}
        hasSwitched={hasSwitched}
        onWrite={(html) => {
          setSwitched(true);
          draft.edit({ [setting]: html ?? defaultHtml });
          setWriting(true);
        }}
      />
    );
  return (
    <>
      <Writing
        {...props}
        hasSwitched={hasSwitched}
        onReset={() =>
          guard(() => {
            setSwitched(true);
            draft.edit({ [setting]: '' });
            setWriting(false);
          })
        }
      />
      {question}
    </>
  );
}

/** Renders Legal texts: for the chosen legal page, the default text or the editor with the text of the owner. */
export function LegalSection() {
  const draft = useDraft('legal', LEGAL_TEXT_SETTINGS);
  const { site } = useAdminSettings();
  const [page, setPage] = useState<LegalPage>('privacy');
  const { guard, question } = useInputGuard();
  return (
    <SectionFrame
      draft={draft}
      lede={text(legalSection, 'lede')}
      changedNames={changesOf(draft)}
      failureMessage={text(panelOutcomes, 'settingsSaveFailed')}
      check={() => checkLengths(Object.values(draft.values), LEGAL_TEXT_CLEAN_MAX_BYTES)}
    >
      <div className={styles.top}>
        <div className={styles.pages}>
          <Segments
            label={text(legalSection, 'pages')}
            options={PAGES}
            value={page}
            onChoose={(next) => guard(() => setPage(next))}
          />
        </div>
        <a className="link tap" href={sitePath(textPagePath(page))} target="_blank" rel="noopener">
          {text(legalSection, 'open')}
          <ExternalLink aria-hidden className="ic-s" />
        </a>
      </div>
      <div className={styles.stack}>
        <PageText key={page} page={page} draft={draft} defaultHtml={defaultLegalText(page, site)} />
      </div>
      {question}
    </SectionFrame>
  );
}
