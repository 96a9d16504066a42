import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Site } from '#shared/contract/site.ts';
import type { SiteSettings } from '../../settings/site-settings.ts';
import { holdsEtag } from '../holds-etag.ts';

interface Answer {
  readonly site: Site;
  readonly body: string;
  readonly etag: string;
}

/** The revision alone would not do: what the environment decides can differ after a restart under the same number. */
const answerOf = (site: Site): Answer => {
  const body = JSON.stringify(site);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return { site, body, etag: `"${String(site.revision)}-${digest}"` };
};

/** `GET /api/site`: the public settings with their revision; 304 for a copy the browser already has. */
export const registerSiteRoute = (app: FastifyInstance, settings: Pick<SiteSettings, 'current'>): void => {
  let kept = answerOf(settings.current());
  app.get('/api/site', (request, reply) => {
    if (kept.site !== settings.current()) kept = answerOf(settings.current());
    reply.header('etag', kept.etag).header('cache-control', 'no-cache');
    if (holdsEtag(request.headers['if-none-match'], kept.etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(kept.body);
  });
};
