import type { FastifyInstance } from 'fastify';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from '../../settings/site-settings.ts';
import { etagOf, matchesEtag } from '../etag.ts';
import { API_POLICY } from '../security-headers.ts';

export interface CachedResponse {
  readonly path: string;
  readonly type: string;
  /** Renders the response body. */
  readonly write: (site: Site) => string;
}

/**
 * Registers `GET, HEAD` for a text derived from the settings. It is rendered once per revision; a client with a current
 * copy gets 304.
 */
export const registerCachedResponse = (
  app: FastifyInstance,
  settings: Pick<SiteSettings, 'current'>,
  { path, type, write }: CachedResponse,
): void => {
  const createEntry = (site: Site) => {
    const body = write(site);
    return { site, body, etag: etagOf(body) };
  };
  let cached = createEntry(settings.current());
  app.get(path, (request, reply) => {
    if (cached.site !== settings.current()) cached = createEntry(settings.current());
    reply.headers({
      etag: cached.etag,
      'cache-control': 'no-cache',
      'content-security-policy': API_POLICY,
    });
    if (matchesEtag(request.headers['if-none-match'], cached.etag)) return reply.code(304).send();
    return reply.type(type).send(cached.body);
  });
};
