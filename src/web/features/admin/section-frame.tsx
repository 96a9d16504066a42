import { type ReactNode, useEffect, useRef } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { SAVING } from '#shared/panel-shell-messages.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import type { SaveFailed } from '../../state/panel/draft-controller.ts';
import { setUnsaved } from '../../state/panel/unsaved.ts';
import type { DraftFrame } from '../../state/panel/use-section-draft.ts';
import { Button } from '../../ui/button.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './section-frame.module.css';
import { SectionHeading } from './section-heading.tsx';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

export interface SectionFrameProps {
  readonly draft: DraftFrame;
  readonly title: string;
  readonly lede: string;
  /** What is changed, as the bar names it: ['Website title', 'Logo']. Empty exactly when the draft has no changes. */
  readonly changes: readonly string[];
  /** The sentence for a save that failed (specification section 8), where it names the reason made from the server's. */
  readonly failure: string | ((reason: string) => string);
  /** The sentence for a save that went well; also shown as a notice when it is not just "Saved". */
  readonly success?: string;
  /** Looks at the form before a save: shows what is wrong in it and gives false where it cannot be saved as it is. */
  readonly check?: () => boolean;
  /** What the section lends at the end of its heading: a menu. */
  readonly actions?: ReactNode;
  readonly preview?: ReactNode;
  readonly children: ReactNode;
}

/** Has Ctrl+S or Cmd+S save instead of the browser's own page saving. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Tells the frame around (list, guard) what is not saved; a reload asks the browser's own question. */
function useHeldChanges(draft: DraftFrame, what: string): void {
  const { section, discard } = draft;
  const saving = draft.phase.kind === 'saving';
  useEffect(() => {
    setUnsaved(what === '' ? null : { section, what, saving, discard });
  }, [section, what, saving, discard]);
  useEffect(() => () => setUnsaved(null), []);
  useEffect(() => {
    if (what === '') return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [what]);
}

/** Faults of the server itself, which whoever runs it must know of. */
const SERVER_FAULTS: readonly string[] = [
  'database_unreachable',
  'database_replaced',
  'storage_full',
] satisfies ErrorCode[];

const failureSentence = ({ code, detail }: SaveFailed, failure: SectionFrameProps['failure']): string => {
  if (typeof failure !== 'string') return failure(detail);
  return SERVER_FAULTS.includes(code) ? `${failure} ${detail}` : failure;
};

/** Says how a save ended, once, beside the bar that shows it. */
function useSaveNotices(draft: DraftFrame, failure: SectionFrameProps['failure'], success: string) {
  const { phase } = draft;
  const sentence = phase.kind === 'failed' ? failureSentence(phase, failure) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end of a save, whatever the section renders meanwhile
  useEffect(() => {
    if (sentence !== null) notifyError(sentence, 'silent');
    if (phase.kind === 'saved' && success !== SAVING.saved) notifySuccess(success, 'silent');
  }, [phase]);
  return sentence;
}

/**
 * Save and Discard go away once they have done their work, or make way for a choice. A focus that was on them goes to the choice, or else to the
 * section's heading, and never to nowhere.
 */
function useFocusAfterBar(draft: DraftFrame) {
  const section = useRef<HTMLElement>(null);
  const bar = useRef<HTMLElement>(null);
  const { conflict, changed, phase } = draft;
  const choice = conflict !== null;
  const buttons = !choice && (changed.length > 0 || phase.kind === 'saving');
  const had = useRef(buttons);
  useEffect(() => {
    const gone = had.current && !buttons;
    had.current = buttons;
    if (!gone || document.activeElement !== document.body) return;
    const next = choice ? bar.current : section.current?.querySelector('h1');
    next?.focus({ preventScroll: true });
  }, [buttons, choice]);
  return { section, bar };
}

/** A section's heading, preview and form, with everything about saving it (design brief 8.2). */
export function SectionFrame(props: SectionFrameProps) {
  const { draft, title, lede, changes, failure, success = SAVING.saved, check = () => true } = props;
  const what = LIST.format(changes);
  useHeldChanges(draft, draft.changed.length === 0 ? '' : what);
  const failed = useSaveNotices(draft, failure, success);
  const save = () => {
    if (draft.changed.length > 0 && draft.conflict === null && check()) void draft.save();
  };
  useSaveKey(save);
  const { section, bar } = useFocusAfterBar(draft);
  const still = draft.changed.length === 0 || draft.conflict !== null || draft.phase.kind === 'saving';
  return (
    <section ref={section} className={styles.section}>
      <SectionHeading title={title} lede={lede} actions={props.actions} />
      {props.preview}
      {props.children}
      <div className={styles.end}>
        <Button look="secondary" unavailable={still} onClick={save}>
          {SAVING.save}
        </Button>
      </div>
      <SaveBar ref={bar} draft={draft} what={what} failed={failed} success={success} onSave={save} />
    </section>
  );
}
