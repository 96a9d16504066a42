import { useEffect } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { formatDay } from '#shared/format/day.ts';
import { useAccordion } from '../../features/sections/use-accordion.ts';
import { useStatusCard } from '../../features/sections/use-status-card.ts';
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
function useAnchors(): void {
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

/**
 * Updates the site's title, the year and the date of the last change in markup that only the server rendered
 * (ui/live-text.tsx): the owner can change the title while the page is open, and a cached page may be from last year.
 */
function useLiveText({ title, updatedAt }: Site): void {
  useEffect(() => {
    const values = { title, year: String(new Date().getFullYear()), updated: formatDay(updatedAt) };
    for (const [name, text] of Object.entries(values))
      for (const element of document.querySelectorAll(`[data-site-${name}]`))
        if (element.textContent !== text) element.textContent = text;
  }, [title, updatedAt]);
}

/** Adds behaviour to server-rendered parts: links between sections, the FAQ, the status card and live texts. */
export function useSections(site: Site): void {
  useAnchors();
  useAccordion('faqs');
  useStatusCard('status');
  useLiveText(site);
}
