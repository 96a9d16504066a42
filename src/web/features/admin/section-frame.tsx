import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import { saveBar } from '#messages/save-bar.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import type { SectionId } from '#shared/section-ids.ts';
import { classNames } from '../../lib/class-names.ts';
import { focusQuietly } from '../../lib/focus.ts';
import type { FailedSave } from '../../state/panel/draft-controller.ts';
import { SectionOfInput, setUnsavedDraft } from '../../state/panel/unsaved.ts';
import type { DraftFrame } from '../../state/panel/use-section-draft.ts';
import { Button } from '../../ui/button.tsx';
import { reveal } from './reveal.ts';
import { isBarShown, SaveBar } from './save-bar.tsx';
import styles from './section-frame.module.css';
import { SectionHeading } from './section-heading.tsx';

export interface SectionFrameProps {
  readonly draft: DraftFrame;
  readonly lede: string;
  /** Names of the changed settings for the bar, such as ['Website title', 'Logo']. Empty only if the draft has no changes. */
  readonly changedNames: readonly string[];
  /**
   * Message of a failed save, or a function that builds it from the server's reason. A text is followed by the reason if the server itself
   * failed. After the end of a single sign-on, only the reason is shown.
   */
  readonly failureMessage: string | ((reason: string) => string);
  /** Message of a successful save, in the bar. */
  readonly successMessage?: string;
  /**
   * Validates the form before a save. Shows what is wrong and returns false if the form cannot be saved; the first invalid field then gets
   * the focus.
   */
  readonly check?: () => boolean;
  /** Content at the end of the section's heading, such as a menu. */
  readonly actions?: ReactNode;
  readonly preview?: ReactNode;
  readonly children: ReactNode;
}

/** Makes Ctrl+S and Cmd+S call `save` instead of saving the web page. While a dialog is open, the keys do nothing. */
function useSaveKey(save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) save();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/**
 * Registers unsaved changes for the section list and the leave guard until unmount. `changeNames` names the changes in words; '' means that
 * there are none.
 */
function useUnsavedChanges(
  draft: Pick<DraftFrame, 'section' | 'phase'> & { readonly discard: () => void },
  changeNames: string,
): void {
  const { section, discard } = draft;
  const isSaving = draft.phase.kind === 'saving';
  useEffect(() => {
    setUnsavedDraft(changeNames === '' ? null : { section, description: changeNames, isSaving, discard });
  }, [section, changeNames, isSaving, discard]);
  useEffect(() => () => setUnsavedDraft(null), []);
}

/**
 * Registers the changes of a form that has a Save button of its own, as `useUnsavedChanges` does. `description` names what the form
 * changes. `discard` resets the form.
 */
export function useUnsavedForm<Fields extends FieldValues>(
  section: SectionId,
  { reset, formState: { isDirty, isSubmitting } }: UseFormReturn<Fields>,
  description: string,
): void {
  const discard = useCallback(() => reset(), [reset]);
  const phase = { kind: isSubmitting ? 'saving' : 'idle' } as const;
  useUnsavedChanges({ section, discard, phase }, isDirty ? description : '');
}

/** Codes of failures of the server itself, whose reason the administrator must see. */
const SERVER_FAULTS: readonly string[] = [
  'database_unreachable',
  'database_replaced',
  'storage_full',
] satisfies ErrorCode[];

const failureSentence = (
  { code, detail }: FailedSave,
  failureMessage: SectionFrameProps['failureMessage'],
): string => {
  if (code === 'sign_on_ended') return detail;
  if (typeof failureMessage !== 'string') return failureMessage(detail);
  return SERVER_FAULTS.includes(code) ? `${failureMessage} ${detail}` : failureMessage;
};

/**
 * Keeps the keyboard focus when Save and Discard are removed, or when the two buttons of a conflict replace them. If the focused element is
 * gone, focuses the bar with the buttons of the conflict, or else the heading of the section. Returns the refs of the section and the bar.
 */
function useFocusAfterBar(draft: DraftFrame) {
  const section = useRef<HTMLElement>(null);
  const bar = useRef<HTMLElement>(null);
  const { conflict, changed, phase } = draft;
  const hasChoice = conflict !== null;
  const hasButtons = !hasChoice && (changed.length > 0 || phase.kind === 'saving');
  const hadButtons = useRef(hasButtons);
  useEffect(() => {
    const wereRemoved = hadButtons.current && !hasButtons;
    hadButtons.current = hasButtons;
    if (!wereRemoved || document.activeElement !== document.body) return;
    const next = hasChoice ? bar.current : section.current?.querySelector('h1');
    next?.focus({ preventScroll: true });
  }, [hasButtons, hasChoice]);
  return { section, bar };
}

/**
 * Sets the CSS property `--bar` to the distance (px) from the top of the bar to the bottom of the window, 0 without a bar, so that notices
 * do not overlap the bar.
 */
function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const top = bar.current?.getBoundingClientRect().top ?? innerHeight;
    style.setProperty('--bar', `${String(innerHeight - top)}px`);
    return () => void style.removeProperty('--bar');
  });
}

/**
 * Renders the Save Changes button at the end of the form, which shows that there is nothing to save yet. While the bar is shown, the button
 * of the bar replaces this one, which keeps its space but can neither be seen nor reached. If this button has the focus then, `onReplaced`
 * is called.
 */
function IdleSaveButton({ isReplaced, onReplaced }: { isReplaced: boolean; onReplaced: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const move = useEffectEvent(onReplaced);
  useLayoutEffect(() => {
    if (isReplaced && end.current?.contains(document.activeElement) === true) move();
  }, [isReplaced]);
  return (
    <div ref={end} inert={isReplaced} className={classNames(styles.end, isReplaced && styles.replaced)}>
      <Button look="secondary" unavailable>
        {text(saveBar, 'save')}
      </Button>
    </div>
  );
}

/**
 * After each navigation, focuses the element in `area` whose id is the fragment of the URL, or the control or heading in it, unfolds what
 * hides it, and scrolls to it. Does nothing if `area` contains no such element.
 */
function useAnchor(area: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: key changes when the same link is followed again
  useEffect(() => {
    const part = document.getElementById(hash.slice(1));
    if (part === null || area.current?.contains(part) !== true) return;
    if (part instanceof HTMLDetailsElement) part.open = true;
    const target = part.matches('button, input')
      ? part
      : (part.querySelector<HTMLElement>('summary, h2, [role="switch"]') ?? part);
    focusQuietly(reveal(target));
    target.scrollIntoView({ block: target.matches('summary, h2') ? 'start' : 'center' });
  }, [hash, key]);
}

/** Returns the label of a field; null if it has none. */
const labelOf = (field: HTMLElement): Element | null =>
  field.id === '' ? null : document.querySelector(`label[for="${CSS.escape(field.id)}"]`);

/**
 * Focuses a field with a problem. Scrolls to the label of the field if that is hidden above; otherwise to the message about the problem and
 * the button that fixes it.
 */
function focusProblem(field: HTMLElement): void {
  reveal(field).focus({ preventScroll: true });
  const start = labelOf(field) ?? field;
  const room = Number.parseFloat(getComputedStyle(start).scrollMarginTop) || 0;
  // Scrolls only once, because a second scroll would end the first one before it has moved, even if it leads to the present place.
  if (start.getBoundingClientRect().top < room) {
    start.scrollIntoView();
    return;
  }
  for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
    const message = document.getElementById(id);
    const fix = message?.parentElement?.querySelector('button');
    for (const part of [message, fix]) part?.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * Renders a section: its heading, preview and form (`children`), the Save Changes button and the bar of unsaved changes. Ctrl+S and Cmd+S
 * also save.
 */
export function SectionFrame(props: SectionFrameProps) {
  const {
    draft,
    lede,
    changedNames,
    failureMessage,
    successMessage = text(saveBar, 'saved'),
    check = () => true,
  } = props;
  const changeNames = listWithAnd(changedNames);
  useUnsavedChanges(draft, draft.changed.length === 0 ? '' : changeNames);
  const failureText = draft.phase.kind === 'failed' ? failureSentence(draft.phase, failureMessage) : null;
  const { section, bar } = useFocusAfterBar(draft);
  const save = () => {
    if (draft.changed.length === 0 || draft.conflict !== null) return;
    if (check()) return void draft.save();
    // Deferred until the field shows its problem. The fields of small forms are not part of the draft.
    requestAnimationFrame(() => {
      const field = section.current?.querySelector<HTMLElement>('[aria-invalid]:not(form *)');
      if (field) focusProblem(field);
    });
  };
  useSaveKey(save);
  useBarHeight(bar);
  useAnchor(section);
  return (
    <section ref={section} className={styles.section}>
      <SectionHeading title={text(sectionTitles, draft.section)} lede={lede} actions={props.actions} />
      {props.preview}
      <SectionOfInput value={draft.section}>{props.children}</SectionOfInput>
      <IdleSaveButton isReplaced={isBarShown(draft)} onReplaced={() => bar.current?.focus()} />
      <SaveBar
        ref={bar}
        draft={draft}
        changeNames={changeNames}
        failureText={failureText}
        successMessage={successMessage}
        onSave={save}
      />
    </section>
  );
}
