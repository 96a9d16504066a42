import { type RefObject, useState } from 'react';
import { providerSetup } from '#messages/provider-setup.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import type { DraftProvider, EngineDraft } from '../../../../state/panel/edited-engines.ts';
import { useRowFocus } from '../../use-row-focus.ts';
import { findProblem, newProvider, tidyProvider } from './provider-form-values.ts';
import type { useCheck } from './use-check.ts';

/**
 * Returns the draft's provider, the saved one, and the functions that edit and try them. `area` contains the cards, in which the edits move
 * the focus.
 */
export function useProviderSetup(
  draft: EngineDraft,
  engines: AdminEngines,
  area: RefObject<HTMLElement | null>,
  check: ReturnType<typeof useCheck>,
) {
  const focus = useRowFocus(area);
  /** Whether a save has failed because of a problem: only then it is shown. */
  const [isChecked, setChecked] = useState(false);
  const { provider } = draft.values;
  const { provider: saved } = draft.saved;
  const edit = (next: DraftProvider | null): void => {
    setChecked(false);
    check.clear();
    draft.edit({ provider: next });
  };
  const isOn = draft.saved.engines.some(({ name, on }) => name === 'provider' && on);
  return {
    engines,
    provider,
    saved,
    isOn,
    check,
    problem: isChecked ? findProblem(provider) : null,
    edit,
    add: () => {
      edit(newProvider());
      focus('provider-setup', 'main');
    },
    /** Leaves the provider as it is saved. */
    undo: () => {
      edit(saved);
      focus('provider-setup', 'main');
    },
    remove: () => {
      edit(null);
      focus('provider-setup', 'main');
    },
    /** Reads a post with the saved provider, and switches it on if that works. */
    trySaved: () => void check.run({ engine: 'provider', switches: !isOn }, text(providerSetup, 'checking')),
    /** Validates the provider before a save and normalises it, or shows its problem and returns false. */
    validate: (): boolean => {
      const isValid = findProblem(provider) === null;
      setChecked(!isValid);
      if (isValid && provider !== null && draft.changed.includes('provider'))
        draft.edit({ provider: tidyProvider(provider) });
      return isValid;
    },
  };
}

export type ProviderSetup = ReturnType<typeof useProviderSetup>;
