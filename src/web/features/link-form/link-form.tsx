import { Check, CircleAlert, type LucideIcon, WifiOff } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { linkForm } from '#messages/link-form.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { sitePath } from '#shared/base-path.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import { tryAgainLabel, useSecondsLeft, waitEndOf } from '../../state/countdown.ts';
import { useDropTarget } from '../../state/drop-target.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LinkField, MESSAGE_ID } from './link-field.tsx';
import styles from './link-form.module.css';
import states from './link-form.states.module.css';
import { type FormPhase, type LoadingDelay, type MessageLine, messageLine } from './link-form-state.ts';
import { TypeTabs } from './type-tabs.tsx';
import { type LinkFormControls, type LinkFormOptions, useLinkForm } from './use-link-form.ts';

const SAMPLES = ['clip', 'set', 'sound'] as const;

/**
 * Renders the links of the built-in sample posts. A plain click calls `onOpen` with the link. They are real links, so they work in a new
 * tab and before the page's script has loaded.
 */
function SampleLinks({ onOpen }: { onOpen: (sample: string) => void }) {
  const open = (sample: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(sample);
  };
  return (
    <p className={styles.samples}>
      {`${text(linkForm, 'samples')} `}
      {SAMPLES.map((name, index) => (
        <span key={name}>
          <a className={styles.sample} href={sitePath(`/?sample=${name}`)} onClick={open(`/?sample=${name}`)}>
            {text(linkForm, `sampleNames.${name}`)}
          </a>
          {index < SAMPLES.length - 1 && ', '}
        </span>
      ))}
    </p>
  );
}

/** Times of loading after which the form shows that a preview is slow, and after which it offers to cancel the preview. */
const LOADING_SLOW_MS = 6_000;
const LOADING_CANCEL_MS = 15_000;

/** Returns how long the preview has been loading. Announces once that it is slow. */
function useLoadingDelay(isLoading: boolean): LoadingDelay {
  const [delay, setDelay] = useState<LoadingDelay>('fresh');
  useEffect(() => {
    setDelay('fresh');
    if (!isLoading) return;
    const slow = setTimeout(() => {
      setDelay('slow');
      announce(text(linkForm, 'loadingSlow'), 'polite');
    }, LOADING_SLOW_MS);
    const long = setTimeout(() => setDelay('long'), LOADING_CANCEL_MS);
    return () => {
      clearTimeout(slow);
      clearTimeout(long);
    };
  }, [isLoading]);
  return delay;
}

const isText = (types: readonly string[]): boolean => types.some((type) => /^text\/|^Files$/u.test(type));

/** Returns the dragged link's URL, or the dragged text if there is no URL, trimmed; '' if there is neither. */
const draggedText = (data: DataTransfer): string =>
  (data.getData('text/uri-list') || data.getData('text/plain')).trim();

const ICONS: Readonly<Record<NonNullable<MessageLine['icon']>, LucideIcon>> = {
  offline: WifiOff,
  error: CircleAlert,
  recognised: Check,
};

function SubmitLabel({ phase, secondsLeft }: { phase: FormPhase; secondsLeft: number }) {
  if (phase !== 'ready')
    return (
      <>
        <Spinner />
        {phase === 'validating' ? text(previewFlow, 'validating') : text(previewFlow, 'fetching')}
      </>
    );
  return secondsLeft > 0 ? tryAgainLabel(secondsLeft) : text(linkForm, 'submit');
}

/** Renders the status message under the field, and after a long wait the Cancel button. */
function FormMessage({
  form,
  phase,
  hasPreview,
  refusedText,
  readsStories,
  onCancel,
}: Pick<LinkFormProps, 'phase' | 'hasPreview' | 'refusedText' | 'readsStories' | 'onCancel'> & {
  form: LinkFormControls;
}) {
  const delay = useLoadingDelay(phase === 'loading');
  const { isOnline } = form;
  const message = messageLine(form.state, { isOnline, phase, delay, hasPreview, refusedText, readsStories });
  const cancel = () => {
    onCancel();
    form.dispatch({ type: 'hinted', text: text(linkForm, 'cancelled') });
    form.field.current?.focus();
  };
  return (
    <FieldMessage id={MESSAGE_ID} tone={message.tone} icon={message.icon ? ICONS[message.icon] : undefined}>
      <span>
        <span>{message.text}</span>
        {message.advice !== undefined && `. ${message.advice}`}
      </span>
      {message.canCancel && (
        <button type="button" className={classNames('link', states.cancel)} onClick={cancel}>
          {text(linkForm, 'cancel')}
        </button>
      )}
    </FieldMessage>
  );
}

/** Handle with which other parts of the page fill the form with a link from a text or from the clipboard. */
export type LinkFormHandle = Pick<LinkFormControls, 'acceptText' | 'pasteAnother'>;

interface LinkFormProps extends LinkFormOptions {
  id: string;
  fieldId: string;
  /** Whether a preview is shown. Its Download button is then the page's only primary button. */
  hasPreview: boolean;
  /** Text for whose link the form does not repeat that stories cannot be read, because the page already says it; null for none. */
  refusedText: string | null;
  /** Whether links to the built-in samples are shown. */
  hasSamples?: boolean;
  handle?: Ref<LinkFormHandle>;
  /** List of the platforms whose links are accepted, shown beside the content types. */
  worksWith?: ReactNode;
  /** Submit button for browsers without scripts; only the server renders it. */
  plainSubmit: ReactNode;
}

/** Renders the link form: content-type tabs, link field, submit button and status message. */
export function LinkForm({
  id,
  fieldId,
  hasPreview,
  refusedText,
  hasSamples,
  handle,
  worksWith,
  plainSubmit,
  ...options
}: LinkFormProps) {
  const { phase, readsStories, onCancel, waits = {} } = options;
  const form = useLinkForm(options);
  const secondsLeft = useSecondsLeft(waitEndOf(waits, form.state.recognised?.platform));
  useImperativeHandle(handle, () => form);
  const drop = useDropTarget(isText, (data) => {
    const dropped = draggedText(data);
    const [file] = data.files;
    if (dropped !== '') form.acceptText(dropped);
    else if (file) void form.acceptFile(file);
  });
  const look = hasPreview ? 'secondary' : 'primary';
  const blank = form.state.text.trim() === '';
  return (
    <form
      id={id}
      className={classNames(styles.tray, drop.isDraggedOver && states.over)}
      method="post"
      action={sitePath('/preview')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      {...drop.handlers}
    >
      <div className={styles.top}>
        <TypeTabs tab={form.state.tab} onChoose={(tab) => form.dispatch({ type: 'tab-chosen', tab })} />
        {worksWith}
      </div>
      <div className={styles.row}>
        <LinkField id={fieldId} form={form} phase={phase} pasteLook={look} />
        <noscript>{plainSubmit}</noscript>
        <Button
          type="submit"
          size="large"
          look={look}
          className={classNames(styles.submit, styles.scripted)}
          disabled={phase === 'ready' && (blank || !form.isOnline || secondsLeft > 0)}
          unavailable={phase !== 'ready'}
        >
          <SubmitLabel phase={phase} secondsLeft={secondsLeft} />
        </Button>
      </div>
      <div className={styles.foot}>
        <FormMessage {...{ form, phase, hasPreview, refusedText, readsStories, onCancel }} />
        {hasSamples && <SampleLinks onOpen={form.openSample} />}
      </div>
      {phase === 'loading' && <div className={states.progress} aria-hidden="true" />}
    </form>
  );
}
