/**
 * Whether an If-None-Match header names the copy with this ETag (RFC 9110, 13.1.2). Compared weakly, because a proxy
 * that compresses marks the tag as weak.
 */
export const holdsEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
