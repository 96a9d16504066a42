import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { readMediasAnswer } from './medias-answer.ts';
import type { ServiceAdapter } from './service-adapter.ts';

/**
 * `POST /v1/social/autolink` with JSON, as recorded from social-download-all-in-one and its like. Its `author` is a display name, not a
 * handle.
 */
export const autolinkService: ServiceAdapter = {
  platforms: PLATFORM_IDS,
  fileHosts: [],
  ownFiles: true,
  request: ({ url }) => ({
    method: 'POST',
    path: '/v1/social/autolink',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  }),
  read: (answer, link, sourceOf) => readMediasAnswer(answer, link, sourceOf, ['unique_id']),
};
