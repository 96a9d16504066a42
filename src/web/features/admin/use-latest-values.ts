import { useRef } from 'react';
import type { SectionDraft } from '../../state/panel/use-section-draft.ts';

/**
 * Returns `now`, which returns a draft's latest values, and `set`, which edits them, for callbacks that run many renders later, such as a
 * toast's Undo.
 */
export function useLatestValues<Values extends object>({ values, edit }: SectionDraft<Values>) {
  const latest = useRef(values);
  latest.current = values;
  return {
    now: () => latest.current,
    set: (part: Partial<Values>) => {
      latest.current = { ...latest.current, ...part };
      edit(part);
    },
  };
}
