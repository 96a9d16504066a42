import { Check, CircleAlert, type LucideIcon, WifiOff } from 'lucide-react';
import type { ContentType } from '#shared/contract/content-type.ts';
import { LINK_FORM, MESSAGES, tryAgainIn } from '#shared/messages.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';
import { classNames } from '../../lib/class-names.ts';
import { useSecondsLeft } from '../../state/countdown.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field-message.tsx';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LinkField } from './link-field.tsx';
import styles from './link-form.module.css';
import { type FormPhase, type MessageLine, messageLine } from './link-form-state.ts';
import { SampleLinks } from './sample-links.tsx';
import { TypeTabs } from './type-tabs.tsx';
import { useDropTarget } from './use-drop-target.ts';
import { type LinkFormControls, useLinkForm } from './use-link-form.ts';
import { useLoadingDelay } from './use-loading-delay.ts';

const MESSAGE_ID = 'link-message';

const ICONS: Readonly<Record<NonNullable<MessageLine['icon']>, LucideIcon>> = {
  offline: WifiOff,
  error: CircleAlert,
  recognised: Check,
};

function WorksWith() {
  return (
    <p className={styles.works}>
      {LINK_FORM.worksWith}
      {PLATFORMS.map(({ id, name }) => (
        <span key={id}>
          <PlatformGlyph platform={id} className={styles.glyph} />
          {name}
        </span>
      ))}
    </p>
  );
}

function SubmitLabel({ phase, secondsLeft }: { phase: FormPhase; secondsLeft: number }) {
  if (phase !== 'ready')
    return (
      <>
        <Spinner />
        {phase === 'validating' ? MESSAGES.validating : MESSAGES.fetching}
      </>
    );
  return secondsLeft > 0 ? <span className="num">{tryAgainIn(secondsLeft)}</span> : LINK_FORM.submit;
}

/** Renders the status message under the field, with Cancel after a long wait. */
function FormMessage({
  form,
  phase,
  hasPreview,
  onCancel,
}: {
  form: LinkFormControls;
  phase: FormPhase;
  hasPreview: boolean;
  onCancel: () => void;
}) {
  const delay = useLoadingDelay(phase === 'loading');
  const message = messageLine(form.state, { online: form.online, phase, delay, hasPreview });
  const cancel = () => {
    onCancel();
    form.dispatch({ type: 'hinted', text: LINK_FORM.cancelled });
    form.field.current?.focus();
  };
  return (
    <FieldMessage id={MESSAGE_ID} tone={message.tone} icon={message.icon ? ICONS[message.icon] : undefined}>
      {message.text}
      {message.cancel && (
        <button type="button" className={classNames('link', styles.cancel)} onClick={cancel}>
          {LINK_FORM.cancel}
        </button>
      )}
    </FieldMessage>
  );
}

interface LinkFormProps {
  id: string;
  fieldId: string;
  phase: FormPhase;
  /** Whether a preview is shown. Its Download button is then the page's only primary button. */
  hasPreview: boolean;
  retryAt: number | null;
  samples: boolean;
  onSubmit: (text: string, type: ContentType) => Promise<'empty' | 'invalid' | null>;
  onSample: (sample: string) => void;
  onCancel: () => void;
}

/** Renders the link form: content-type tabs, link field, submit button and status message. */
export function LinkForm({
  id,
  fieldId,
  phase,
  hasPreview,
  retryAt,
  samples,
  onSubmit,
  onSample,
  onCancel,
}: LinkFormProps) {
  const secondsLeft = useSecondsLeft(retryAt);
  const form = useLinkForm({ phase, waiting: secondsLeft > 0, onSubmit, onSample });
  const drop = useDropTarget(form.acceptText);
  const look = hasPreview ? 'secondary' : 'primary';
  const blank = form.state.text.trim() === '';
  return (
    <form
      id={id}
      className={classNames(styles.tray, drop.over && styles.over)}
      method="get"
      action="/"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      {...drop.handlers}
    >
      <div className={styles.top}>
        <TypeTabs tab={form.state.tab} onChoose={(tab) => form.dispatch({ type: 'tab-chosen', tab })} />
        <WorksWith />
      </div>
      <div className={styles.row}>
        <LinkField id={fieldId} messageId={MESSAGE_ID} form={form} phase={phase} pasteLook={look} />
        <Button
          type="submit"
          size="large"
          look={look}
          className={styles.submit}
          disabled={phase === 'ready' && (blank || !form.online || secondsLeft > 0)}
          unavailable={phase !== 'ready'}
        >
          <SubmitLabel phase={phase} secondsLeft={secondsLeft} />
        </Button>
      </div>
      <div className={styles.foot}>
        <FormMessage form={form} phase={phase} hasPreview={hasPreview} onCancel={onCancel} />
        {samples && <SampleLinks onOpen={form.openSample} />}
      </div>
      {phase === 'loading' && <div className={styles.progress} aria-hidden="true" />}
    </form>
  );
}
