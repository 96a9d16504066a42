import { createHash } from 'node:crypto';

const DIGEST_CHARACTERS = 22;

/** Gives the ETag of these bytes: equal ones have equal tags, whichever instance sends them. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_CHARACTERS)}"`;

const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Whether an If-None-Match header names the copy with this ETag (RFC 9110, 13.1.2). Compared weakly, because a proxy
 * that compresses marks the tag as weak.
 */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', opaqueTag(etag)].includes(opaqueTag(tag)));
