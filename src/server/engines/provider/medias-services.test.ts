import { describe, expect, it } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { EngineOutcome } from '../../platforms/failures.ts';
import { autolinkService, downloadService } from './medias-services.ts';
import { serviceFailureOf } from './provider-failure.ts';
import { createSourceReader, type ServiceAdapter } from './provider-service.ts';

const linkTo = (url: string): ParsedLink => {
  const parsed = parseLink(url);
  if (!parsed.ok) throw new Error('the link is none');
  return parsed.link;
};
const VIDEO = linkTo('https://www.tiktok.com/@tern.ada/video/7400000000000000001');
const REEL = linkTo('https://www.instagram.com/reel/DHarbour001/');
const read = (adapter: ServiceAdapter, answer: unknown, link = VIDEO): EngineOutcome =>
  adapter.read(
    answer,
    link,
    createSourceReader({ baseUrl: 'https://api.example', apiKey: null, isFromEnvironment: false, adapter }),
  );
const CDN = 'https://cdn.example';
const CLIP = { url: `${CDN}/a.mp4`, quality: 'hd', extension: 'mp4', size: '2048' };

const FAILURES: readonly (readonly [what: string, answer: unknown, failure: object])[] = [
  ['a private post', { error: true, message: 'This account is private' }, { code: 'private' }],
  ['a deleted post', { error: true, status: 404, message: 'Not found data' }, { code: 'gone' }],
  ['an unknown link', { error: true, status: 204, message: 'URL not supported' }, { code: 'link_invalid' }],
  ['a bad key', { message: 'Invalid API key' }, { reason: 'provider_key', cause: 'key_refused' }],
  ['a missing subscription', { message: 'You are not subscribed to this API.' }, { reason: 'provider_key' }],
  ['a used-up quota', { message: 'You have exceeded the quota' }, { code: 'rate_limited' }],
  ['a limit', { error: true, status: 429, message: 'no' }, { code: 'rate_limited' }],
  ['no files', { title: 'T', medias: [] }, { code: 'no_media', cause: 'no_media' }],
  [
    'no files, as an error',
    { error: true, status: 204, message: 'No medias found', data: { medias: [] } },
    { code: 'no_media' },
  ],
  [
    'a changed shape',
    { error: false, links: [CLIP] },
    { reason: 'provider_answer', cause: 'answer_unknown' },
  ],
  ['no JSON', undefined, { reason: 'provider_answer', cause: 'not_json' }],
];

describe.each<[string, ServiceAdapter, object]>([
  [
    'the service of the specification',
    downloadService,
    {
      method: 'POST',
      path: '/download',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `url=${encodeURIComponent(VIDEO.url)}`,
    },
  ],
  [
    'autolink',
    autolinkService,
    {
      method: 'POST',
      path: '/v1/social/autolink',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: VIDEO.url }),
    },
  ],
])('%s', (_name, adapter, request) => {
  it('is asked for the link', () => {
    expect(adapter.request(VIDEO)).toEqual(request);
  });

  it('answers with a set of pictures', () => {
    const medias = [1, 2].map((number) => ({ url: `${CDN}/${number}.jpg`, quality: 'image' }));
    expect(read(adapter, { title: 'T', medias, error: false })).toMatchObject({
      post: { items: [{ kind: 'photo' }, { kind: 'photo' }] },
    });
  });

  it.each(FAILURES)('answers for %s', (_what, answer, failure) => {
    expect(read(adapter, answer)).toMatchObject({ ok: false, terminal: false, ...failure });
  });
});

describe('the service of the specification alone', () => {
  it('answers with the files of a post, and its author by the handle', () => {
    const sound = { url: `${CDN}/a.mp3`, quality: '128kbps', extension: 'mp3' };
    const answer = {
      title: 'Terns',
      thumbnail: `${CDN}/t.jpg`,
      duration: '0:24',
      author: '@tern.ada',
      medias: [CLIP, sound],
    };
    expect(read(downloadService, answer)).toMatchObject({
      ok: true,
      post: {
        id: VIDEO.id,
        caption: 'Terns',
        username: 'tern.ada',
        duration: 24,
        thumbnail: { url: `${CDN}/t.jpg` },
        items: [
          {
            kind: 'video',
            duration: 24,
            renditions: [
              { kind: 'video', quality: 'hd', size: 2_048 },
              { kind: 'audio', bitrate: 128_000 },
            ],
          },
        ],
      },
    });
  });

  it.each<[number, string, object]>([
    [401, 'Invalid API key', { reason: 'provider_key' }],
    [429, 'You have exceeded the MONTHLY quota', { code: 'rate_limited' }],
  ])('may say so with status %i', (status, message, failure) => {
    expect(serviceFailureOf(status, {}, JSON.stringify({ message }), 0)).toMatchObject(failure);
  });
});

describe('autolink alone', () => {
  const reel = {
    url: REEL.url,
    source: 'instagram',
    title: 'Terns',
    author: 'Ada',
    unique_id: 'tern.ada',
    duration: 24_500,
    medias: [
      { type: 'video', quality: '1080x1350p', extension: 'mp4', url: `${CDN}/video.mp4` },
      { type: 'audio', extension: 'm4a', quality: '41kbps', url: `${CDN}/audio.mp4` },
    ],
    type: 'multiple',
    error: false,
  };

  it('answers with a clip and its sound', () => {
    expect(read(autolinkService, reel, REEL)).toMatchObject({
      ok: true,
      post: {
        id: REEL.id,
        caption: 'Terns',
        username: 'tern.ada',
        duration: 24.5,
        items: [
          {
            kind: 'video',
            width: 1_080,
            height: 1_350,
            renditions: [
              { kind: 'video', quality: '1080x1350p', extension: 'mp4', codec: null, size: null },
              { kind: 'audio', quality: '41kbps', extension: 'm4a', codec: null, size: null },
            ],
          },
        ],
      },
    });
  });

  it('answers with a display name as author, and often without a duration', () => {
    const sparse = { ...reel, unique_id: undefined, duration: undefined };
    for (const link of [REEL, VIDEO])
      expect(read(autolinkService, sparse, link)).toMatchObject({ post: { username: null, duration: null } });
  });

  it('answers with the qualities of a TikTok clip, each with its size', () => {
    const answer = {
      source: 'tiktok',
      title: 'Terns 🐦',
      author: 'TikTok',
      statistics: { play_count: 4_000 },
      duration: 24,
      medias: [
        { quality: 'hd_no_watermark', extension: 'mp4', type: 'video', data_size: 900, url: `${CDN}/a.mp4` },
        { quality: 'no_watermark', extension: 'mp4', type: 'video', data_size: 500, url: `${CDN}/b.mp4` },
        { quality: 'audio', extension: 'mp3', type: 'audio', url: `${CDN}/c.mp3` },
      ],
      type: 'multiple',
      error: false,
    };
    expect(read(autolinkService, answer)).toMatchObject({
      post: {
        username: null,
        caption: 'Terns 🐦',
        duration: 24,
        items: [
          {
            kind: 'video',
            width: null,
            height: null,
            renditions: [
              { quality: 'hd_no_watermark', extension: 'mp4', codec: null, size: 900, watermarked: false },
              { quality: 'no_watermark', extension: 'mp4', codec: null, size: 500, watermarked: false },
              { kind: 'audio', quality: 'audio', extension: 'mp3', codec: null, size: null },
            ],
          },
        ],
      },
    });
  });

  it('may serve the files itself', () => {
    const medias = ['/files/1.jpg', `${CDN}/2.jpg`].map((url) => ({ type: 'image', url }));
    const outcome = read(autolinkService, { title: 'T', medias, error: false });
    expect(outcome.ok && outcome.post.items[0]?.thumbnail).toMatchObject({
      url: 'https://api.example/files/1.jpg',
      via: 'provider',
    });
  });
});
