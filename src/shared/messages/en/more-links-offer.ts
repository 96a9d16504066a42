/** Texts above the preview of the first of several links that were sent without scripts. */
export const moreLinksOffer = {
  found: { one: 'You pasted one more link.', other: 'You pasted {count} more links.' },
  next: 'Preview the next one',
} as const;
