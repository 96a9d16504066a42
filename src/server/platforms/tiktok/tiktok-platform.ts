import type { ServerPlatform } from '../server-platform.ts';
import { DELIVERY_HOST_PATTERN, DELIVERY_SUFFIXES } from './tiktok-file.ts';
import { createTiktokReader } from './tiktok-reader.ts';

export const tiktokPlatform = {
  pageHosts: [
    'www.tiktok.com',
    'tiktok.com',
    'm.tiktok.com',
    't.tiktok.com',
    'vm.tiktok.com',
    'vt.tiktok.com',
    'pro.tiktok.com',
    'lite.tiktok.com',
    'us.tiktok.com',
    'www.tiktokv.com',
  ],
  mediaSuffixes: DELIVERY_SUFFIXES,
  mediaHostPattern: DELIVERY_HOST_PATTERN,
  delivery: { headers: {} },
  startLimit: { freePerHour: 300, gapMs: 1_000 },
  createPageReader: createTiktokReader,
  // A dead short link redirects to the front page or a profile.
  shareLinks: { pathMeaning: (path) => (/^\/(?:@[^/]*\/?)?$/.test(path) ? 'gone' : null) },
  ytDlp: {
    extractor: 'TikTok',
    // yt-dlp cannot read photo posts.
    kinds: new Set(['video']),
    addressOf: ({ id }) => `https://www.tiktok.com/@_/video/${id}`,
    handleField: 'uploader',
    mayBePhoto: () => false,
    fileKeyOf: (id, { hostname, pathname }) =>
      hostname.includes('tiktok') ? id.replace(/-\d+$/, '') : pathname,
    // TikTok's play service redirects and requires more cookies.
    excludedHosts: ['www.tiktok.com'],
  },
  handleInCobaltName(name, id) {
    // For example `tiktok_sea.watch_7400000000000000001.mp4`.
    const handle = new RegExp(`^tiktok_([\\w.]{2,64})_${id}(?!\\d)`).exec(name)?.[1];
    return handle === undefined || handle === 'undefined' ? null : handle;
  },
  hasSetsOfClips: false,
} satisfies ServerPlatform;
