import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { readMediasAnswer } from './medias-answer.ts';
import type { ServiceAdapter } from './service-adapter.ts';

/** Adapter of services with `POST /download` and a form, such as snap-video3. Some of their responses also name the author. */
export const downloadService: ServiceAdapter = {
  platforms: PLATFORM_IDS,
  fileHosts: [],
  ownFiles: false,
  request: ({ url }) => ({
    method: 'POST',
    path: '/download',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ url }).toString(),
  }),
  read: (answer, link, sourceOf) => readMediasAnswer(answer, link, sourceOf, ['username', 'author', 'owner']),
};
