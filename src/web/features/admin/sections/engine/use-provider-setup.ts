import { useState } from 'react';
import { providerSetup } from '#messages/provider-setup.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import type { DraftProvider, EngineDraft } from '../../../../state/panel/edited-engines.ts';
import { useRowFocus } from '../../use-list-editor.ts';
import { findProblem, newProvider, tidyProvider } from './provider-form-values.ts';
import type { useCheck } from './use-check.ts';

/** Returns the draft's provider, the saved one, and the functions that edit and try them. */
export function useProviderSetup(
  draft: EngineDraft,
  engines: AdminEngines,
  check: ReturnType<typeof useCheck>,
) {
  const focus = useRowFocus();
  /** Whether a save has failed because of a problem; the problem is shown only then. */
  const [isChecked, setChecked] = useState(false);
  const { provider } = draft.values;
  const { provider: saved } = draft.saved;
  const edit = (next: DraftProvider | null): void => {
    setChecked(false);
    check.clear();
    draft.edit({ provider: next });
  };
  /** Returns a function that shows a provider, or that there is none, and focuses its main control. */
  const show = (next: DraftProvider | null) => () => {
    edit(next);
    focus('provider-setup', 'main');
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
    add: show(newProvider()),
    /** Restores the saved provider in the form. */
    undo: show(saved),
    remove: show(null),
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
