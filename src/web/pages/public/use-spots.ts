import { useEffect } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { formatDay } from '#shared/format/day.ts';

/**
 * Keeps the site's title, the year and the day of the last change true in markup that only the server rendered
 * (ui/spotted-text.tsx): the owner can change a title while the page is open, and a kept page may be older than New Year.
 */
export function useSpots({ title, updatedAt }: Site): void {
  useEffect(() => {
    const values = { title, year: String(new Date().getFullYear()), updated: formatDay(updatedAt) };
    for (const [name, text] of Object.entries(values))
      for (const spot of document.querySelectorAll(`[data-site-${name}]`))
        if (spot.textContent !== text) spot.textContent = text;
  }, [title, updatedAt]);
}
