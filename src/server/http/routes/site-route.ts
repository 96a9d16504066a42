import type { FastifyInstance } from 'fastify';
import type { SiteSettings } from '../../settings/site-settings.ts';
import { registerCachedResponse } from './cached-response.ts';

/** Registers `GET /api/site`: the public settings with their revision; 304 for a current copy. */
export const registerSiteRoute = (app: FastifyInstance, settings: Pick<SiteSettings, 'current'>): void =>
  registerCachedResponse(app, settings, {
    path: '/api/site',
    type: 'application/json; charset=utf-8',
    write: JSON.stringify,
  });
