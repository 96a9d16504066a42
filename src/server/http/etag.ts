import { createHash } from 'node:crypto';

const DIGEST_CHARACTERS = 22;

/** Returns the strong ETag of a body, derived from its content, so that all server instances send the same tag. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_CHARACTERS)}"`;

const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Returns whether an If-None-Match header contains this ETag (RFC 9110, 13.1.2). Uses weak comparison, because a proxy
 * that compresses marks the tag as weak.
 */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', opaqueTag(etag)].includes(opaqueTag(tag)));
