import { useId } from 'react';
import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { AddressMessage } from '../../address-message.tsx';
import { runAfterPress } from '../../run-after-press.ts';
import { readSecureAddress } from '../../web-address.ts';
import styles from './fields.module.css';
import type { AddressDraft } from './use-address.ts';

interface AddressFieldProps {
  label: string;
  hint: string;
  draft: AddressDraft;
}

/** Renders the field for an address the server sends data to, with its problem. */
export function AddressField({ label, hint, draft: { text, problem, write, leave } }: AddressFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        id={id}
        data-address=""
        invalid={problem !== null}
        aria-describedby={problem === null ? `${id}hint` : `${id}problem`}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={LINK_MAX_CHARACTERS}
        placeholder={ENGINE_EDITOR.addressPlaceholder}
        value={text}
        onChange={({ target }) => write(target.value)}
        onBlur={() => runAfterPress(leave)}
      />
      {problem === null ? (
        <FieldMessage id={`${id}hint`} tone="hint">
          {hint}
        </FieldMessage>
      ) : (
        <AddressMessage
          id={`${id}problem`}
          text={ENGINE_EDITOR.addressProblems[problem]}
          address={readSecureAddress(text)}
          onFix={write}
        />
      )}
    </div>
  );
}
