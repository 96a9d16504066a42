import { useEffect } from 'react';
import { goToSection } from '../../lib/focus.ts';

/** Presses that open a link elsewhere are the browser's. */
const isPlainPress = (event: MouseEvent): boolean =>
  !(
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  );

/**
 * Links of the page into itself lead to a section's heading, focus included, and so does the fragment the visitor came by.
 * What leads to no section (`#https://…` is the link form's) is left alone.
 */
export function useAnchors(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const hash = (event.target as Element).closest('a[href^="#"]')?.getAttribute('href') ?? '';
      const id = hash.slice(1);
      if (!isPlainPress(event) || document.getElementById(id) === null) return;
      // The browser's own way would take the focus from the heading again.
      event.preventDefault();
      history.pushState(null, '', hash);
      // After the menu the link may stand in has closed: the page behind it is inert.
      setTimeout(() => goToSection(id));
    };
    // Two frames on: in the first the browser itself goes to the fragment, and takes the focus from wherever it is.
    requestAnimationFrame(() => requestAnimationFrame(() => goToSection(location.hash.slice(1))));
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
}
