import { useEffect } from 'react';
import { goToSection } from '../../lib/focus.ts';

/** Returns whether a click is unhandled, with the main button and without a modifier key. The browser handles any other click. */
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
 * Makes links within the page, and the fragment of the initial URL, scroll to a section and focus its heading. Ignores fragments that match
 * no section, because `#https://…` belongs to the link form.
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
      // Deferred until a menu that contains the link has closed, because the page behind an open menu is inert.
      setTimeout(() => goToSection(id));
    };
    // Two frames later, because in the first frame the browser itself navigates to the fragment and resets the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => goToSection(location.hash.slice(1))));
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
