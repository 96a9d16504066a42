import { useEffect, useRef } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { formatDay } from '#shared/format/day.ts';

/** What shows or uses the contact address in markup that only the server rendered. */
const ADDRESSES = '[data-site-address],[data-part="after"] [href^="mailto:"]';

/**
 * Updates the site's title, the year and the date of the last change in markup that only the server rendered
 * (ui/live-text.tsx): the owner can change the title while the page is open, and a cached page may be from last year.
 * Removes the contact address once the owner has changed or removed it; a reload shows the new one.
 */
export function useLiveText({ title, updatedAt, contactEmail }: Site): void {
  const rendered = useRef(contactEmail);
  useEffect(() => {
    if (contactEmail !== rendered.current)
      for (const element of document.querySelectorAll(ADDRESSES)) element.remove();
  }, [contactEmail]);
  useEffect(() => {
    const values = { title, year: String(new Date().getFullYear()), updated: formatDay(updatedAt) };
    for (const [name, text] of Object.entries(values))
      for (const element of document.querySelectorAll(`[data-site-${name}]`))
        if (element.textContent !== text) element.textContent = text;
  }, [title, updatedAt]);
}
