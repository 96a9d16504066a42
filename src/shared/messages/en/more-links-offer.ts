/** Texts above the preview of the first of several pasted links. */
export const moreLinksOffer = {
  found: { one: 'You pasted one more link.', other: 'You pasted {count} more links.' },
  next: 'Preview the next one',
} as const;
