import { useEffect, useRef } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { formatDay } from '#shared/format/day.ts';

/** Selector of the elements that show or use the contact address in markup that only the server rendered. */
const ADDRESSES = '[data-site-address],[data-part="after"] [href^="mailto:"]';

/** Writes a text into the elements that the server's markup reserves for the value with this name. */
function writeText(name: string, text: string): void {
  for (const element of document.querySelectorAll(`[data-site-${name}]`))
    if (element.textContent !== text) element.textContent = text;
}

/**
 * Updates the title of the site, the year and the date of the last change in markup that only the server rendered (ui/live-text.tsx). The
 * owner can change the title while the page is open, and a cached page may be from last year. Removes the contact address once the owner
 * has changed or removed it; a reload shows the new one. `renderedSite` is the site as the server rendered it.
 */
export function useLiveText({ title, updatedAt, contactEmail }: Site, renderedSite: Site): void {
  const { contactEmail: renderedEmail, updatedAt: renderedAt } = renderedSite;
  useEffect(() => {
    if (contactEmail !== renderedEmail)
      for (const element of document.querySelectorAll(ADDRESSES)) element.remove();
  }, [contactEmail, renderedEmail]);
  useEffect(() => {
    writeText('title', title);
    writeText('year', String(new Date().getFullYear()));
  }, [title]);
  // The day is formatted only when it changes, because creating the first formatter loads the data of the language, which takes 15 to 30
  // ms.
  const shownAt = useRef(renderedAt);
  useEffect(() => {
    if (shownAt.current === updatedAt) return;
    shownAt.current = updatedAt;
    writeText('updated', formatDay(updatedAt));
  }, [updatedAt]);
}
