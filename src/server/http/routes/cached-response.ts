import type { FastifyInstance } from 'fastify';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from '../../settings/site-settings.ts';
import { etagOf, matchesEtag } from '../etag.ts';
import { API_POLICY } from '../security-headers.ts';

export interface CachedResponse {
  readonly path: string;
  readonly type: string;
  /** Gives the whole text. */
  readonly write: (site: Site) => string;
}

/** `GET, HEAD` of a text made from the settings: written once for each revision, and 304 for a copy the asker has. */
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
