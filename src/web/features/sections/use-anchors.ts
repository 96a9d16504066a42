import { useEffect } from 'react';
import { goToSection } from '../../lib/focus.ts';

/** Returns whether a click has no modifier and should be handled here rather than by the browser. */
const isPlainClick = (event: MouseEvent): boolean =>
  !(
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  );

/**
 * Makes same-page links, and the fragment of the initial URL, scroll to a section and focus its heading. Ignores
 * fragments that match no section (`#https://…` belongs to the link form).
 */
export function useAnchors(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const hash = (event.target as Element).closest('a[href^="#"]')?.getAttribute('href') ?? '';
      const id = hash.slice(1);
      if (!isPlainClick(event) || document.getElementById(id) === null) return;
      // The browser's default action would move the focus away from the heading.
      event.preventDefault();
      history.pushState(null, '', hash);
      // Deferred until a menu containing the link has closed, because the page behind it is inert.
      setTimeout(() => goToSection(id));
    };
    // Two frames later, because in the first the browser itself navigates to the fragment and resets the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => goToSection(location.hash.slice(1))));
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
