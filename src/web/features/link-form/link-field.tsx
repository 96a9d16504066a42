import { ClipboardPaste, Link as LinkIcon, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useSyncExternalStore } from 'react';
import { LINK_FORM } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { canReadClipboard } from '../../lib/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './link-field.module.css';
import type { FormPhase } from './link-form-state.ts';

/** The server cannot know; it shows the button, and a browser without a clipboard to read takes it away. */
const useClipboardOffered = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    canReadClipboard,
    () => true,
  );

/** The link field with its Paste or Clear button. */
export function LinkField({
  id,
  messageId,
  field,
  text,
  phase,
  invalid,
  onType,
  onEnter,
  onPaste,
  onClear,
}: {
  id: string;
  messageId: string;
  field: RefObject<HTMLInputElement | null>;
  text: string;
  phase: FormPhase;
  invalid: boolean;
  onType: (text: string) => void;
  onEnter: () => void;
  onPaste: () => void;
  onClear: () => void;
}) {
  const clipboardOffered = useClipboardOffered();
  const busy = phase !== 'ready';
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would do nothing while the submit button is disabled; a blank field must still say what is missing.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onEnter();
    }
    if (event.key === 'Escape' && text !== '' && !busy) {
      event.preventDefault();
      onClear();
    }
  };
  return (
    <div
      className={classNames(styles.field, invalid && styles.invalid, phase === 'loading' && styles.loading)}
    >
      <LinkIcon aria-hidden className={classNames('ic', styles.sign)} />
      <label className="sr" htmlFor={id}>
        {LINK_FORM.label}
      </label>
      {/* Read-only rather than disabled while busy, so that the focus is not lost. */}
      <input
        ref={field}
        id={id}
        name="url"
        type="url"
        inputMode="url"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        placeholder={LINK_FORM.placeholder}
        value={text}
        readOnly={busy}
        aria-disabled={busy || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={messageId}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {!busy && text !== '' && (
        <IconButton label={LINK_FORM.clear} onClick={onClear}>
          <X aria-hidden className="ic" />
        </IconButton>
      )}
      {!busy && text === '' && clipboardOffered && (
        <Button look="primary" className={styles.paste} aria-label={LINK_FORM.pasteName} onClick={onPaste}>
          <ClipboardPaste aria-hidden className="ic-s" />
          {LINK_FORM.paste}
        </Button>
      )}
    </div>
  );
}
