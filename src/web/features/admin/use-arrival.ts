import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to an element and focuses its part that matches `target` when a link with `hash` is followed, such as the top
 * bar's "Maintenance is on". Returns the ref of the element.
 */
export function useArrival(hash: string, target: string) {
  const element = useRef<HTMLDivElement>(null);
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again each time the link is followed
  useEffect(() => {
    if (location.hash !== hash) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [location.hash, location.key, hash, target]);
  return element;
}
