import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { engineEditor } from '#messages/engine-editor.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import {
  type ChosenProvider,
  definitionProblemSchema,
  type ProviderTry,
  providerRefusedSchema,
} from '#shared/contract/chosen-provider.ts';
import type { ProviderName } from '#shared/contract/engine-names.ts';
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
  | { readonly kind: 'idle' | 'trying' }
  | { readonly kind: 'wrong'; readonly wrong: ProviderProblem }
  /** The server saved nothing; `tries` are what the service answered. */
  | { readonly kind: 'refused'; readonly sentence: string; readonly tries: readonly ProviderTry[] };

const mistakeSentence = ({ path, problem }: { readonly path: string; readonly problem: string }): string =>
  path === ''
    ? text(providerSetup, 'mistake', { problem })
    : text(providerSetup, 'mistakeAt', { path, problem });

const refused = (sentence: string, tries: readonly ProviderTry[] = []): FormState => ({
  kind: 'refused',
  sentence,
  tries,
});

/** Converts the server's refusal into what the form shows. */
const stateOf = ({ code, detail, retryAfter, body }: PanelFailure): FormState => {
  const mistaken =
    code === 'definition_invalid' ? z.safeParse(definitionProblemSchema, body).data : undefined;
  if (mistaken !== undefined)
    return { kind: 'wrong', wrong: { field: 'definition', sentence: mistakeSentence(mistaken.mistake) } };
  if (code === 'provider_key_missing')
    return { kind: 'wrong', wrong: { field: 'key', sentence: text(providerSetup, 'problems.keyRequired') } };
  if (code === 'conflict') return refused(text(providerSetup, 'conflict'));
  const tried = code === 'provider_refused' ? z.safeParse(providerRefusedSchema, body).data : undefined;
  if (tried !== undefined)
    return refused(text(providerSetup, tried.tries.length === 0 ? 'refusedLink' : 'refused'), tried.tries);
  const wait = retryAfter === undefined ? '' : ` ${text(engineEditor, 'tryWait', { count: retryAfter })}`;
  return refused(`${detail}${wait}`);
};

export interface ProviderFormOptions {
  readonly name: ProviderName;
  /** The provider to change; null for a new one. */
  readonly stored: ChosenProvider | null;
  readonly revision: number;
  /** Called once the provider is saved, with what the service answered. */
  readonly onSaved: (tries: readonly ProviderTry[]) => void;
}

/** Creates the state of the form for a provider. After a refusal the focus is in the field with the problem. */
export function useProviderForm({ name, stored, revision, onSaved }: ProviderFormOptions) {
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
      if (state.kind !== 'trying') setState({ kind: 'idle' });
    },
    send: async (event: FormEvent): Promise<void> => {
      event.preventDefault();
      if (state.kind === 'trying') return;
      if (stored?.savedAt !== opened.current) {
        opened.current = stored?.savedAt;
        setValues(initialValues(stored));
        return show(refused(text(providerSetup, 'changedMeanwhile')));
      }
      const wrong = findProblem(values, stored);
      if (wrong !== null) return show({ kind: 'wrong', wrong });
      show({ kind: 'trying' });
      announce(text(providerSetup, 'trying'), 'polite');
      const answer = await saveProvider(name, toSave(values, stored, revision));
      if (!mounted.current) return;
      if (answer.ok) onSaved(answer.value.tries);
      else show(stateOf(answer));
    },
  };
}
