import type { ServerPlatform } from '../server-platform.ts';
import { createInstagramReader } from './instagram-reader.ts';
import { readPictureHints, readVideoHints } from './instagram-renditions.ts';

/** Returns what a page in place of a redirect means; null for an unknown route. Error pages have status 200, so only the route shows it. */
const pageMeaning = (html: string): 'gone' | 'login_wall' | null => {
  const route = /"canonicalRouteName"\s*:\s*"([\w.]{1,200})"/.exec(html)?.[1] ?? '';
  if (route.endsWith('ErrorRoute')) return 'gone';
  return route.endsWith('LoginHomepageRoute') ? 'login_wall' : null;
};

export const instagramPlatform = {
  pageHosts: [
    'www.instagram.com',
    'instagram.com',
    'm.instagram.com',
    'i.instagram.com',
    'graph.instagram.com',
    'instagr.am',
    'www.instagr.am',
    'ig.me',
  ],
  mediaSuffixes: ['cdninstagram.com', 'fbcdn.net'],
  delivery: {
    // Some edges respond with 400 to a request without fetch metadata, which browsers always send.
    headers: { 'sec-fetch-site': 'same-origin' },
    videoHints: readVideoHints,
    pictureHints: readPictureHints,
  },
  // Instagram serves one address about 75 post pages an hour; further requests may work, so they are spaced, not refused.
  startLimit: { freePerHour: 60, gapMs: 3_000 },
  createPageReader: createInstagramReader,
  shareLinks: {
    // Rejected clients are redirected to the front page.
    pathMeaning: (path) => (path === '/' ? 'front_page' : null),
    pageMeaning,
  },
  ytDlp: {
    extractor: 'Instagram',
    // Stories require an account.
    kinds: new Set(['post', 'reel', 'tv']),
    addressOf: ({ id }) => `https://www.instagram.com/p/${id}/`,
    handleField: 'channel',
    // Without an account, Instagram often withholds the duration of a clip as well, so a reel link is never read as a photo.
    mayBePhoto: ({ kind }, isSet) => isSet || kind === 'post',
    fileKeyOf: (_id, { pathname }) => pathname,
    excludedHosts: [],
  },
  hasSetsOfClips: true,
} satisfies ServerPlatform;
