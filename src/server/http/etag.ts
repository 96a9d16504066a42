import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const DIGEST_CHARACTERS = 22;

/** Returns the strong ETag of a body, derived from its content, so that all server instances send the same tag. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, DIGEST_CHARACTERS)}"`;

const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Returns whether an If-None-Match header contains this ETag or `*` (RFC 9110, 13.1.2). Uses weak comparison, because a proxy that
 * compresses marks the tag as weak.
 */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', opaqueTag(etag)].includes(opaqueTag(tag)));

/** Sends a finished body with its ETag and `no-cache`. Sends a 304 instead when the client's If-None-Match contains the ETag. */
export const sendTagged = (
  { type, body, etag }: { readonly type: string; readonly body: string | Buffer; readonly etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
};
