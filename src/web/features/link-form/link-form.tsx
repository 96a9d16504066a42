import { Check, CircleAlert, type LucideIcon, WifiOff } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import type { ContentType } from '#shared/contract/content-type.ts';
import { LINK_FORM, MESSAGES, tryAgainIn } from '#shared/messages.ts';
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
import { useLinkForm } from './use-link-form.ts';
import { usePatience } from './use-patience.ts';

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
      <span>
        <PlatformGlyph platform="instagram" className={styles.glyph} />
        Instagram
      </span>
      <span>
        <PlatformGlyph platform="tiktok" className={styles.glyph} />
        TikTok
      </span>
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

/** The link a browser drags: its address before its text. */
const draggedText = ({ dataTransfer }: DragEvent): string =>
  (dataTransfer.getData('text/uri-list') || dataTransfer.getData('text/plain')).trim();

/** Lets a link be dropped anywhere on the tray. */
function useDropTarget(take: (text: string) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.some((type) => type.startsWith('text/'))) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const text = draggedText(event);
        if (text !== '') take(text);
      },
    },
  };
}

/** The tray: content-type tabs, link field, submit button and the line that says what is going on (brief 4.3). */
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
}: {
  id: string;
  fieldId: string;
  phase: FormPhase;
  /** Its Download is the one primary button then. */
  hasPreview: boolean;
  retryAt: number | null;
  samples: boolean;
  onSubmit: (text: string, type: ContentType) => Promise<'empty' | 'invalid' | null>;
  onSample: (door: string) => void;
  onCancel: () => void;
}) {
  const secondsLeft = useSecondsLeft(retryAt);
  const form = useLinkForm({ phase, waiting: secondsLeft > 0, onSubmit, onSample });
  const patience = usePatience(phase === 'loading');
  const drop = useDropTarget(form.take);
  const { state, online } = form;
  const message = messageLine(state, { online, phase, patience });
  const blank = state.text.trim() === '';
  const cancel = () => {
    onCancel();
    form.dispatch({ type: 'hinted', text: LINK_FORM.cancelled });
    form.field.current?.focus();
  };
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
        <TypeTabs tab={state.tab} onChoose={(tab) => form.dispatch({ type: 'tab-chosen', tab })} />
        <WorksWith />
      </div>
      <div className={styles.row}>
        <LinkField
          id={fieldId}
          messageId={MESSAGE_ID}
          field={form.field}
          text={state.text}
          phase={phase}
          invalid={state.note?.tone === 'error'}
          onType={(text) => form.dispatch({ type: 'typed', text })}
          onEnter={form.submit}
          onPaste={() => void form.paste()}
          onClear={form.clear}
        />
        <Button
          type="submit"
          size="large"
          look={hasPreview ? 'secondary' : 'primary'}
          className={styles.submit}
          disabled={phase === 'ready' && (blank || !online || secondsLeft > 0)}
          unavailable={phase !== 'ready'}
        >
          <SubmitLabel phase={phase} secondsLeft={secondsLeft} />
        </Button>
      </div>
      <div className={styles.foot}>
        <FieldMessage
          id={MESSAGE_ID}
          tone={message.tone}
          icon={message.icon ? ICONS[message.icon] : undefined}
        >
          {message.text}
          {message.cancel && (
            <button type="button" className={classNames('link', styles.cancel)} onClick={cancel}>
              {LINK_FORM.cancel}
            </button>
          )}
        </FieldMessage>
        {samples && <SampleLinks onOpen={form.openSample} />}
      </div>
      {phase === 'loading' && <div className={styles.progress} aria-hidden="true" />}
    </form>
  );
}
