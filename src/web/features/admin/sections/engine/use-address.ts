import { useState } from 'react';
import { type AddressProblem, addressProblem, tidyAddress } from './engine-draft.ts';

/** State and actions of an address field. */
export interface AddressDraft {
  readonly text: string;
  /** The problem to show: null until the field has lost the focus or a save was attempted. */
  readonly problem: AddressProblem | null;
  write(text: string): void;
  leave(): void;
  /** Validates the address before a save and stores its normalised form, or shows its problem and returns false. */
  check(): boolean;
}

/** Returns the state of an address field. `current` is the value of this render; `now` returns the latest one. */
export function useAddress(
  shown: string | null,
  now: () => string | null,
  put: (address: string | null) => void,
): AddressDraft {
  const [showsProblem, setShowsProblem] = useState(false);
  return {
    text: shown ?? '',
    problem: showsProblem ? addressProblem(shown) : null,
    write: (text) => put(text === '' ? null : text),
    leave: () => setShowsProblem(true),
    check() {
      const typed = now();
      const wrong = addressProblem(typed) !== null;
      setShowsProblem(wrong);
      if (!wrong && tidyAddress(typed) !== typed) put(tidyAddress(typed));
      return !wrong;
    },
  };
}
