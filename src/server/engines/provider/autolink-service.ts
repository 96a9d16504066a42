import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { readMediasAnswer } from './medias-answer.ts';
import type { ServiceAdapter } from './service-adapter.ts';

/**
 * Adapter of services with `POST /v1/social/autolink` and a JSON body, such as social-download-all-in-one. The format comes from recorded
 * responses, whose `author` is a display name and not a handle.
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
