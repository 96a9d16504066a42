import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { reveal } from '../../reveal.ts';
import { isSetUp } from './engine-draft.ts';

/**
 * Unfolds the setup that last had the focus when its engine moves between the cards and the engines to add, and focuses its main control if
 * the move removed the focused one. Returns the focus handler that notes which setup has the focus.
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
