/** Gives an address as it was before a page escaped it for HTML; a signed address never holds the entity itself. */
export const plainAddress = (address: unknown): unknown =>
  typeof address === 'string' ? address.replaceAll('&amp;', '&') : address;
