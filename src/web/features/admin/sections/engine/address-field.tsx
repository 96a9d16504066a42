import { useId, useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { text } from '#shared/messages/text.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { readSecureAddress } from '../../web-address.ts';
import { type AddressProblem, addressProblem, tidyAddress } from './engine-draft.ts';

/**
 * Returns the state and the actions of an address field. `shownAddress` is the address in this render; `currentAddress` returns the latest
 * address. `storeAddress` stores an address: a typed one, or with `isTidied` the normalised form of the typed one. `isLan` allows addresses
 * of the local network.
 */
export function useAddress(
  shownAddress: string | null,
  currentAddress: () => string | null,
  storeAddress: (address: string | null, isTidied: boolean) => void,
  isLan = false,
) {
  const [showsProblem, setShowsProblem] = useState(false);
  return {
    text: shownAddress ?? '',
    /** The problem to show; null if there is none, and until the field has lost the focus or the owner has tried to save. */
    problem: showsProblem ? addressProblem(shownAddress, isLan) : null,
    write: (text: string) => storeAddress(text === '' ? null : text, false),
    leave: () => setShowsProblem(true),
    /**
     * Call it before a save. Stores the normalised form of a valid address and returns true, or shows the problem of the address and
     * returns false.
     */
    check() {
      const typed = currentAddress();
      const isWrong = addressProblem(typed, isLan) !== null;
      setShowsProblem(isWrong);
      const tidied = tidyAddress(typed, isLan);
      if (!isWrong && tidied !== typed) storeAddress(tidied, true);
      return !isWrong;
    },
  };
}

const RELEASE_EVENTS = ['pointerup', 'pointercancel', 'keyup'] as const;

/**
 * Runs `action` once, after the next release of a pointer or a key. Call it during a press; a message that appeared during the press would
 * move the pressed control, and the click would be lost. Outside of a press, it waits for the next one.
 */
function runAfterPress(action: () => void): void {
  const ended = () => {
    for (const name of RELEASE_EVENTS) removeEventListener(name, ended, true);
    // After the click event that ends the press.
    setTimeout(action);
  };
  for (const name of RELEASE_EVENTS) addEventListener(name, ended, true);
}

interface AddressFieldProps {
  label: string;
  hint: string;
  draft: Pick<ReturnType<typeof useAddress>, 'text' | 'write'> &
    Partial<Pick<ReturnType<typeof useAddress>, 'leave'>> & {
      readonly problem: AddressProblem | 'required' | null;
    };
}

/** Renders the field for an address to which the server sends data, and the problem of the address. */
export function AddressField({ label, hint, draft }: AddressFieldProps) {
  const { problem, write, leave } = draft;
  const id = useId();
  return (
    <Field id={id} label={label}>
      <AddressInput
        id={id}
        invalid={problem !== null}
        aria-describedby={problem === null ? `${id}hint` : `${id}problem`}
        placeholder={text(engineEditor, 'addressPlaceholder')}
        value={draft.text}
        onChange={({ target }) => write(target.value)}
        onBlur={() => leave && runAfterPress(leave)}
      />
      {problem === null ? (
        <FieldMessage id={`${id}hint`} tone="hint">
          {hint}
        </FieldMessage>
      ) : (
        <AddressMessage
          id={`${id}problem`}
          problem={text(engineEditor, `addressProblems.${problem}`)}
          address={readSecureAddress(draft.text)}
          onFix={write}
        />
      )}
    </Field>
  );
}
