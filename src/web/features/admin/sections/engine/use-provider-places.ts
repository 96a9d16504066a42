import { type RefObject, useEffect, useState } from 'react';
import { engineNames } from '#messages/engine-names.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import type { ProviderTry } from '#shared/contract/chosen-provider.ts';
import type { ProviderName } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { removeProvider } from '../../../../state/panel/engine-settings.ts';
import { reveal } from '../../reveal.ts';
import { useRowFocus } from '../../use-row-focus.ts';
import { isSetUp } from './engine-draft.ts';
import { savedSentence, triesText } from './provider-tries.tsx';

/** Where the form of a provider is open. It stays there until it is left, even if somebody else fills or empties the place. */
export type FormPlace = 'card' | 'new';

interface Edited {
  readonly name: ProviderName;
  readonly at: FormPlace;
}

/**
 * Holds which provider is edited or being removed, and what came of it. After each step the focus goes to the control that follows. `area`
 * contains the cards.
 */
export function useProviderPlaces(engines: AdminEngines, area: RefObject<HTMLElement | null>) {
  const focus = useRowFocus(area);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [removed, setRemoved] = useState<ProviderName | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ name: ProviderName; sentence: string } | null>(null);
  const [tried, setTried] = useState<{ name: ProviderName; tries: readonly ProviderTry[] } | null>(null);
  // The card of a new provider appears with the data, which may be a render later than the end of the form.
  const savedCard = tried !== null && isSetUp(tried.name, engines) ? tried.name : null;
  useEffect(() => {
    const control = area.current?.querySelector<HTMLElement>(`[data-row="${savedCard}"] [data-focus="edit"]`);
    if (control) reveal(control).focus();
  }, [area, savedCard]);
  // The question is over when somebody else removes the provider.
  const isAsking = removed !== null && isSetUp(removed, engines);
  useEffect(() => {
    if (!isAsking) setRemoved(null);
  }, [isAsking]);
  const focusAfter = (name: ProviderName, known: AdminEngines): void => {
    if (isSetUp(name, known)) focus(name, 'edit');
    else focus(null, 'add');
  };
  return {
    engines,
    edited,
    removed,
    busy,
    problemOf: (name: ProviderName) => (problem?.name === name ? problem.sentence : null),
    /** What the last save tried; null if this provider was not saved since the section was opened. */
    triesOf: (name: ProviderName) => (tried?.name === name ? tried.tries : null),
    edit: (name: ProviderName, at: FormPlace) => {
      setEdited({ name, at });
      setTried(null);
      setProblem(null);
      focus('form', 'kind');
    },
    leave: (name: ProviderName) => {
      setEdited(null);
      focusAfter(name, engines);
    },
    finish: (name: ProviderName, tries: readonly ProviderTry[]) => {
      setEdited(null);
      setTried({ name, tries });
      announce(`${savedSentence(name, tries)} ${triesText(tries)}`, 'polite');
    },
    askToRemove: setRemoved,
    remove: async (name: ProviderName) => {
      if (busy) return;
      setBusy(true);
      const answer = await removeProvider(name, engines.settings.revision);
      setBusy(false);
      setRemoved(null);
      setTried(null);
      const conflict = text(providerSetup, 'conflict');
      const sentence = answer.ok ? null : answer.code === 'conflict' ? conflict : answer.detail;
      setProblem(sentence === null ? null : { name, sentence });
      announce(sentence ?? text(providerSetup, 'removed', { name: text(engineNames, name) }), 'polite');
      // The card stays if the environment fills the place.
      if (answer.ok) focusAfter(name, answer.value);
    },
  };
}

export type ProviderPlaces = ReturnType<typeof useProviderPlaces>;
