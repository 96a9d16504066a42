import { describe, expect, it } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import { downloadService } from './download-service.ts';
import { failureOfStatus } from './provider-failure.ts';
import { createSourceReader } from './provider-service.ts';

const parsed = parseLink('https://www.tiktok.com/@tern.ada/video/7400000000000000001');
if (!parsed.ok) throw new Error('the link is none');
const { link } = parsed;
const sourceOf = createSourceReader({
  host: 'https://api.example',
  apiKey: null,
  isFromEnvironment: false,
  adapter: downloadService,
});
const read = (answer: unknown): EngineOutcome => downloadService.read(answer, link, sourceOf);
const CLIP = { url: 'https://cdn.example/a.mp4', quality: 'hd', extension: 'mp4', size: '2048' };

describe('the service of the specification', () => {
  it('is asked by a form', () => {
    expect(downloadService.request(link)).toEqual({
      method: 'POST',
      path: '/download',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `url=${encodeURIComponent(link.url)}`,
    });
  });

  it('answers with the files of a post', () => {
    const sound = { url: 'https://cdn.example/a.mp3', quality: '128kbps', extension: 'mp3' };
    const answer = {
      title: 'Terns',
      thumbnail: 'https://cdn.example/t.jpg',
      duration: '0:24',
      author: '@tern.ada',
      medias: [CLIP, sound],
    };
    expect(read(answer)).toMatchObject({
      ok: true,
      post: {
        id: link.id,
        caption: 'Terns',
        username: 'tern.ada',
        duration: 24,
        thumbnail: { url: 'https://cdn.example/t.jpg' },
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

  it('answers with a set of pictures', () => {
    const medias = [1, 2].map((number) => ({ url: `https://cdn.example/${number}.jpg`, quality: 'image' }));
    expect(read({ title: 'T', medias })).toMatchObject({
      post: { items: [{ kind: 'photo' }, { kind: 'photo' }] },
    });
  });

  it.each<[string, unknown, object]>([
    ['a private post', { error: true, message: 'This account is private' }, { code: 'private' }],
    ['a deleted post', { error: true, status: 404, message: 'Not found data' }, { code: 'gone' }],
    ['a bad key', { message: 'Invalid API key' }, { reason: 'provider_key', cause: 'key_refused' }],
    ['a used-up quota', { message: 'You have exceeded the quota' }, { code: 'rate_limited' }],
    ['no files', { title: 'T', medias: [] }, { code: 'no_media', cause: 'no_files' }],
    ['a changed shape', { files: [CLIP] }, { reason: 'provider_answer', cause: 'layout_unknown' }],
    ['no JSON', undefined, { reason: 'provider_answer', cause: 'not_json' }],
  ])('answers for %s', (_what, answer, failure) => {
    expect(read(answer)).toMatchObject({ ok: false, terminal: false, ...failure });
  });

  it.each<[number, string, object]>([
    [401, 'Invalid API key', { reason: 'provider_key' }],
    [429, 'You have exceeded the MONTHLY quota', { code: 'rate_limited' }],
  ])('may say so with status %i', (status, message, failure) => {
    expect(failureOfStatus(status, {}, JSON.stringify({ message }), 0)).toMatchObject(failure);
  });
});
