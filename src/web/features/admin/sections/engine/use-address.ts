import { useState } from 'react';
import { type AddressProblem, addressProblem, tidyAddress } from './engine-draft.ts';

export interface AddressDraft {
  readonly text: string;
  /** What may be said to be wrong with it: only once it has been left, or asked about by a save. */
  readonly problem: AddressProblem | null;
  write(text: string): void;
  leave(): void;
  /** Before a save: tidies what is typed, or has told what is wrong and gives false. */
  check(): boolean;
}

/** An address of a draft: `shown` is the one of this render, `now` gives the one it has at the time. */
export function useAddress(
  shown: string | null,
  now: () => string | null,
  put: (address: string | null) => void,
): AddressDraft {
  const [told, setTold] = useState(false);
  return {
    text: shown ?? '',
    problem: told ? addressProblem(shown) : null,
    write: (text) => put(text === '' ? null : text),
    leave: () => setTold(true),
    check() {
      const typed = now();
      const wrong = addressProblem(typed) !== null;
      setTold(wrong);
      if (!wrong && tidyAddress(typed) !== typed) put(tidyAddress(typed));
      return !wrong;
    },
  };
}
