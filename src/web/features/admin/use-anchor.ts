import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { focusQuietly } from '../../lib/focus.ts';
import { reveal } from './reveal.ts';

/**
 * Goes to the part of the section `area` that the address names, such as that of the top bar's "Maintenance is on": opens it if it is folded
 * and focuses its control or heading.
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
