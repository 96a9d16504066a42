/** Replaces `&amp;` in a URL by `&`, because some pages escape their data for HTML. A signed URL never contains `&amp;` itself. */
export const plainAddress = (address: unknown): unknown =>
  typeof address === 'string' ? address.replaceAll('&amp;', '&') : address;
