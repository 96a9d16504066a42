import { type RefObject, useEffect, useState } from 'react';
import { providerSetup } from '#messages/provider-setup.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { removeProvider } from '../../../../state/panel/engine-settings.ts';
import { reveal } from '../../reveal.ts';
import { useRowFocus } from '../../use-row-focus.ts';
import { isSetUp } from './engine-draft.ts';
import { useCheck } from './use-check.ts';

/** Where the form of the provider is open. It stays there until it is left, even if somebody else sets one up or removes it. */
export type FormPlace = 'card' | 'new';

/**
 * Holds whether the provider is edited or being removed, and what came of it. After each step the focus goes to the control that follows.
 * `area` contains the cards.
 */
export function useProviderSetup(engines: AdminEngines, area: RefObject<HTMLElement | null>) {
  const focus = useRowFocus(area);
  const [edited, setEdited] = useState<FormPlace | null>(null);
  const [wantsRemoval, askToRemove] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const check = useCheck();
  // The card of a new provider appears with the data, which may be a render later than the end of the form.
  const hasSavedCard = isSaved && isSetUp('provider', engines);
  useEffect(() => {
    if (!hasSavedCard) return;
    const control = area.current?.querySelector<HTMLElement>('[data-row="provider"] [data-focus="edit"]');
    if (control) reveal(control).focus();
  }, [area, hasSavedCard]);
  // The question is over when somebody else removes the provider.
  const isAsking = wantsRemoval && isSetUp('provider', engines);
  useEffect(() => {
    if (!isAsking) askToRemove(false);
  }, [isAsking]);
  const focusAfter = (known: AdminEngines): void => {
    if (isSetUp('provider', known)) focus('provider', 'edit');
    else focus(null, 'add');
  };
  return {
    engines,
    edited,
    isAsking,
    busy,
    problem,
    /** The check of the saved provider; null if it was not saved since the section was opened. */
    check: isSaved ? check : null,
    edit: (at: FormPlace) => {
      setEdited(at);
      setSaved(false);
      check.clear();
      setProblem(null);
      focus('form', 'service');
    },
    leave: () => {
      setEdited(null);
      focusAfter(engines);
    },
    finish: () => {
      setEdited(null);
      setSaved(true);
      void check.run({ engine: 'provider' }, text(providerSetup, 'checking'));
    },
    askToRemove,
    remove: async () => {
      if (busy) return;
      setBusy(true);
      const answer = await removeProvider(engines.settings.revision);
      setBusy(false);
      askToRemove(false);
      setSaved(false);
      check.clear();
      const conflict = text(providerSetup, 'conflict');
      const sentence = answer.ok ? null : answer.code === 'conflict' ? conflict : answer.detail;
      setProblem(sentence);
      announce(sentence ?? text(providerSetup, 'removed'), 'polite');
      // The card stays if the environment names a service.
      if (answer.ok) focusAfter(answer.value);
    },
  };
}

export type ProviderSetup = ReturnType<typeof useProviderSetup>;
