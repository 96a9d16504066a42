import { useState } from 'react';
import { providerSetup } from '#messages/provider-setup.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import type { DraftProvider, EngineDraft } from '../../../../state/panel/edited-engines.ts';
import { useRowFocus } from '../../use-list-editor.ts';
import { findProblem, newProvider, tidyProvider } from './provider-form-values.ts';
import type { useCheck } from './use-check.ts';

/** Returns the provider of the draft, the saved provider, and the functions that edit them and try the saved one. */
export function useProviderSetup(
  draft: EngineDraft,
  engines: AdminEngines,
  check: ReturnType<typeof useCheck>,
) {
  const focus = useRowFocus();
  /** Whether the last save failed because of a problem and the provider has not been edited since. The problem is shown only then. */
  const [isChecked, setChecked] = useState(false);
  const { provider } = draft.values;
  const { provider: saved } = draft.saved;
  const edit = (next: DraftProvider | null): void => {
    setChecked(false);
    check.clear();
    draft.edit({ provider: next });
  };
  /** Returns a function that puts a provider, or null for none, into the form and focuses its main control. */
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
    /** Checks whether the saved provider can read a post, and switches it on if it can. */
    trySaved: () => void check.run({ engine: 'provider', switches: !isOn }, text(providerSetup, 'checking')),
    /** Call it before a save. Normalises the provider and returns true, or shows its problem and returns false. */
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
