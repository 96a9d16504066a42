import { useEffect } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { formatDay } from '#shared/format/day.ts';

/**
 * Updates the site's title, the year and the date of the last change in markup that only the server rendered
 * (ui/live-text.tsx): the owner can change the title while the page is open, and a cached page may be from last year.
 */
export function useLiveText({ title, updatedAt }: Site): void {
  useEffect(() => {
    const values = { title, year: String(new Date().getFullYear()), updated: formatDay(updatedAt) };
    for (const [name, text] of Object.entries(values))
      for (const element of document.querySelectorAll(`[data-site-${name}]`))
        if (element.textContent !== text) element.textContent = text;
  }, [title, updatedAt]);
}
