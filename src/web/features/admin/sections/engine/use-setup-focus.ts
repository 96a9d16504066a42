import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { reveal } from '../../reveal.ts';
import { isSetUp } from './engine-draft.ts';

/**
 * Keeps the setup that the owner uses in sight when its engine changes between the cards and the engines to add: opens it at its new place,
 * and moves the focus there if it was lost with the old one. Returns the handler that notes which setup has the focus.
 */
export function useMovedSetup(area: RefObject<HTMLElement | null>, engines: AdminEngines) {
  const used = useRef<string | null>(null);
  const setUp = ENGINE_NAMES.filter((name) => isSetUp(name, engines)).join(' ');
  const before = useRef(setUp);
  useLayoutEffect(() => {
    const [then, now] = [before.current.split(' '), setUp.split(' ')];
    before.current = setUp;
    const name = used.current;
    if (name === null || then.includes(name) === now.includes(name)) return;
    const place = area.current?.querySelector(`[data-setup="${name}"]`);
    const control = place?.querySelector<HTMLElement>('[data-focus="main"]');
    if (!control) return;
    reveal(control);
    if (document.activeElement === document.body) control.focus();
  }, [area, setUp]);
  return ({ target }: FocusEvent): void => {
    used.current = target.closest<HTMLElement>('[data-setup]')?.dataset['setup'] ?? null;
  };
}
