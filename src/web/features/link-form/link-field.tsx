import { ClipboardPaste, Link as LinkIcon, X } from 'lucide-react';
import { type KeyboardEvent, useSyncExternalStore } from 'react';
import { linkForm } from '#messages/link-form.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { canReadClipboard } from '../../lib/clipboard.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './link-field.module.css';
import type { FormPhase } from './link-form-state.ts';
import type { LinkFormControls } from './use-link-form.ts';

/** Returns whether to render the Paste button. True on the server; in a browser, true if it can read the clipboard. */
const useClipboardOffered = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    canReadClipboard,
    () => true,
  );

/** Renders the Clear button while the field has text, else the Paste button, or nothing if the browser cannot read the clipboard. */
function FieldButton({ form, pasteLook }: { form: LinkFormControls; pasteLook: ButtonLook }) {
  const clipboardOffered = useClipboardOffered();
  if (form.state.text !== '')
    return (
      <IconButton label={text(linkForm, 'clear')} onClick={form.clear}>
        <X aria-hidden className="ic" />
      </IconButton>
    );
  if (!clipboardOffered) return null;
  return (
    <Button
      look={pasteLook}
      className={styles.paste}
      data-paste
      aria-label={text(linkForm, 'pasteName')}
      onClick={() => void form.paste()}
    >
      <ClipboardPaste aria-hidden className="ic-s" />
      {text(linkForm, 'paste')}
    </Button>
  );
}

/** Element id of the message under the field. */
export const MESSAGE_ID = 'link-message';

/** Renders the link field with its Paste or Clear button. */
export function LinkField({
  id,
  form,
  phase,
  pasteLook,
}: {
  id: string;
  form: LinkFormControls;
  phase: FormPhase;
  pasteLook: ButtonLook;
}) {
  const { state } = form;
  const invalid = state.message?.tone === 'error';
  const busy = phase !== 'ready';
  const onKeyDown = (event: KeyboardEvent) => {
    // The disabled submit button blocks implicit submission, but a blank field must still show what is missing.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      form.submit();
    }
    if (event.key === 'Escape' && state.text !== '' && !busy) {
      event.preventDefault();
      form.clear();
    }
  };
  return (
    <div
      className={classNames(styles.field, invalid && styles.invalid, phase === 'loading' && styles.loading)}
    >
      <LinkIcon aria-hidden className={classNames('ic', styles.sign)} />
      <label className="sr" htmlFor={id}>
        {text(linkForm, 'label')}
      </label>
      {/* Read-only instead of disabled while busy: disabling would move the focus to the document body. */}
      <input
        ref={form.field}
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
        placeholder={text(linkForm, 'placeholder')}
        value={state.text}
        readOnly={busy}
        aria-disabled={busy || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={MESSAGE_ID}
        onChange={({ target: { value } }) =>
          value === '' ? form.clear() : form.dispatch({ type: 'typed', text: value })
        }
        onKeyDown={onKeyDown}
        // Firefox keeps the end of a pasted link in view, where Chromium and WebKit return to its start.
        onBlur={({ target }) => target.scrollTo(0, 0)}
      />
      {!busy && <FieldButton form={form} pasteLook={pasteLook} />}
    </div>
  );
}
