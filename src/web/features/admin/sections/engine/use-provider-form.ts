import { type FormEvent, useEffect, useRef, useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { text } from '#shared/messages/text.ts';
import type { PanelFailure } from '../../../../lib/panel-client.ts';
import { announce } from '../../../../state/announcer.ts';
import { saveProvider } from '../../../../state/panel/engine-settings.ts';
import {
  findProblem,
  initialValues,
  type ProviderProblem,
  type ProviderValues,
  toSave,
} from './provider-form-values.ts';

type FormState =
  | { readonly kind: 'idle' | 'saving' }
  | { readonly kind: 'wrong'; readonly wrong: ProviderProblem }
  /** The server saved nothing. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Converts the server's refusal into what the form shows. */
const stateOf = ({ code, detail, retryAfter }: PanelFailure): FormState => {
  if (code === 'provider_key_missing')
    return { kind: 'wrong', wrong: { field: 'key', sentence: text(providerSetup, 'problems.keyRequired') } };
  if (code === 'conflict') return { kind: 'refused', sentence: text(providerSetup, 'conflict') };
  const wait = retryAfter === undefined ? '' : ` ${text(engineEditor, 'tryWait', { count: retryAfter })}`;
  return { kind: 'refused', sentence: `${detail}${wait}` };
};

export interface ProviderFormOptions {
  /** The provider to change; null for a new one. */
  readonly stored: ChosenProvider | null;
  readonly revision: number;
  /** Called once the provider is saved. */
  readonly onSaved: () => void;
}

/** Creates the state of the form for the provider. After a refusal the focus is in the field with the problem. */
export function useProviderForm({ stored, revision, onSaved }: ProviderFormOptions) {
  const [values, setValues] = useState(() => initialValues(stored));
  const [state, setState] = useState<FormState>({ kind: 'idle' });
  /** The save that the values of the form were read from. */
  const opened = useRef(stored?.savedAt);
  const form = useRef<HTMLFormElement>(null);
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const isTyped = Object.entries(initialValues(stored)).some(
    ([field, value]) => values[field as keyof ProviderValues] !== value,
  );
  const wrongField = state.kind === 'wrong' ? state.wrong.field : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refusal moves the focus, also a second one of the same field
  useEffect(() => {
    if (wrongField !== null) form.current?.querySelector<HTMLElement>(`[name="${wrongField}"]`)?.focus();
  }, [state]);
  const show = (next: FormState) => {
    setState(next);
    if (next.kind === 'refused') announce(next.sentence, 'polite');
  };
  return {
    form,
    values,
    state,
    /** Whether the form differs from what is saved. */
    isTyped,
    /** Editing removes a problem, which may no longer apply. */
    edit: (part: Partial<ProviderValues> | ((now: ProviderValues) => ProviderValues)) => {
      setValues((now) => (typeof part === 'function' ? part(now) : { ...now, ...part }));
      if (state.kind !== 'saving') setState({ kind: 'idle' });
    },
    send: async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      if (state.kind === 'saving') return;
      if (stored?.savedAt !== opened.current) {
        opened.current = stored?.savedAt;
        setValues(initialValues(stored));
        return show({ kind: 'refused', sentence: text(providerSetup, 'changedMeanwhile') });
      }
      const wrong = findProblem(values);
      if (wrong !== null) return show({ kind: 'wrong', wrong });
      show({ kind: 'saving' });
      announce(text(providerSetup, 'saving'), 'polite');
      const answer = await saveProvider(toSave(values, stored, revision));
      if (!mounted.current) return;
      if (answer.ok) onSaved();
      else show(stateOf(answer));
    },
  };
}
