import { describe, expect, it } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import type { EngineOutcome } from '../../extraction/engine-outcome.ts';
import { autolinkService } from './autolink-service.ts';
import { createSourceReader } from './provider-service.ts';

const parsed = parseLink('https://www.instagram.com/reel/DHarbour001/');
if (!parsed.ok) throw new Error('the link is none');
const { link } = parsed;
const sourceOf = createSourceReader({
  host: 'https://api.example',
  apiKey: null,
  isFromEnvironment: false,
  adapter: autolinkService,
});
const read = (answer: unknown): EngineOutcome => autolinkService.read(answer, link, sourceOf);

describe('autolink', () => {
  it('is asked by JSON', () => {
    const { body, ...request } = autolinkService.request(link);
    expect(request).toEqual({
      method: 'POST',
      path: '/v1/social/autolink',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(body ?? '')).toEqual({ url: link.url });
  });

  it('answers with a clip and its sound; the author is a display name', () => {
    const answer = {
      url: link.url,
      source: 'instagram',
      title: 'Terns',
      author: 'Ada',
      unique_id: 'tern.ada',
      duration: 24_500,
      medias: [
        { type: 'video', quality: '1080x1350p', extension: 'mp4', url: 'https://cdn.example/video.mp4' },
        { type: 'audio', extension: 'm4a', quality: '41kbps', url: 'https://cdn.example/audio.mp4' },
      ],
      type: 'multiple',
      error: false,
    };
    expect(read(answer)).toMatchObject({
      ok: true,
      post: {
        caption: 'Terns',
        username: 'tern.ada',
        duration: 24.5,
        items: [
          {
            kind: 'video',
            width: 1_080,
            height: 1_350,
            renditions: [{ quality: '1080x1350p' }, { kind: 'audio', extension: 'm4a' }],
          },
        ],
      },
    });
    expect(read({ ...answer, unique_id: undefined })).toMatchObject({ post: { username: null } });
  });

  it('answers with a set of pictures, and takes files of its own host', () => {
    const medias = ['/files/1.jpg', 'https://cdn.example/2.jpg'].map((url) => ({ type: 'image', url }));
    const outcome = read({ title: 'T', medias, error: false });
    expect(outcome).toMatchObject({ post: { items: [{ kind: 'photo' }, { kind: 'photo' }] } });
    expect(outcome.ok && outcome.post.items[0]?.thumbnail).toMatchObject({
      url: 'https://api.example/files/1.jpg',
      via: 'provider',
    });
  });

  it.each<[string, unknown, object]>([
    ['a private post', { error: true, message: 'This account is private' }, { code: 'private' }],
    ['a deleted post', { error: true, status: 404, message: 'Not found data' }, { code: 'gone' }],
    ['an unknown link', { error: true, status: 204, message: 'URL not supported' }, { code: 'link_invalid' }],
    [
      'no files',
      { error: true, status: 204, message: 'No medias found', data: { medias: [] } },
      { code: 'no_media' },
    ],
    ['a bad key', { message: 'You are not subscribed to this API.' }, { reason: 'provider_key' }],
    ['a limit', { error: true, status: 429, message: 'no' }, { code: 'rate_limited' }],
    ['a changed shape', { error: false, links: [] }, { cause: 'layout_unknown' }],
  ])('answers for %s', (_what, answer, failure) => {
    expect(read(answer)).toMatchObject({ ok: false, terminal: false, ...failure });
  });
});
