import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusQuietly } from '../../lib/focus.ts';
import { reveal } from './reveal.ts';

/**
 * After each navigation, unfolds, focuses and scrolls to the element in `area` whose id is the URL's hash, or its control or heading. Does
 * nothing if `area` contains no such element.
 */
export function useAnchor(area: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: key changes when the same link is followed again
  useEffect(() => {
    const part = document.getElementById(hash.slice(1));
    if (part === null || area.current?.contains(part) !== true) return;
    if (part instanceof HTMLDetailsElement) part.open = true;
    const target = part.matches('button, input')
      ? part
      : (part.querySelector<HTMLElement>('summary, h2, [role="switch"]') ?? part);
    focusQuietly(reveal(target));
    target.scrollIntoView({ block: target.matches('summary, h2') ? 'start' : 'center' });
  }, [hash, key]);
}
