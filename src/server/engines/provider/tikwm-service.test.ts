import { describe, expect, it } from 'vitest';
import { parseLink } from '#shared/links/parse-link.ts';
import type { EngineOutcome } from '../../platforms/failures.ts';
import { createSourceReader } from './provider-service.ts';
import { tikwmService } from './tikwm-service.ts';

const parsed = parseLink('https://www.tiktok.com/@tern.ada/video/7400000000000000001');
if (!parsed.ok) throw new Error('the link is none');
const { link } = parsed;
const fileAtUrl = createSourceReader({
  baseUrl: 'https://www.tikwm.com',
  apiKey: null,
  isFromEnvironment: false,
  adapter: tikwmService,
});
const read = (answer: unknown): EngineOutcome => tikwmService.read(answer, link, fileAtUrl);
const found = (data: object) => read({ code: 0, msg: 'success', data });
const POST = {
  id: link.id,
  title: 'Terns',
  cover: 'https://cdn.example/t.jpg',
  duration: 24,
  author: { unique_id: 'tern.ada', nickname: 'Ada', avatar: '/video/avatar/1.jpeg' },
};

describe('tikwm', () => {
  it('is asked by the query', () => {
    expect(tikwmService.request(link)).toEqual({
      method: 'GET',
      path: `/api/?url=${encodeURIComponent(link.url)}&hd=1`,
    });
  });

  it('answers with the qualities of a clip and its sound', () => {
    const outcome = found({
      ...POST,
      hdplay: '/video/media/hdplay/1.mp4',
      hd_size: 300,
      play: 'https://cdn.example/p.mp4',
      size: 200,
      wmplay: 'https://cdn.example/w.mp4',
      music: 'https://cdn.example/m.mp3',
    });
    expect(outcome).toMatchObject({
      ok: true,
      post: {
        id: link.id,
        username: 'tern.ada',
        caption: 'Terns',
        duration: 24,
        thumbnail: { url: POST.cover },
        authorPicture: { url: 'https://www.tikwm.com/video/avatar/1.jpeg', via: 'provider' },
        items: [
          {
            kind: 'video',
            duration: 24,
            renditions: [
              {
                quality: 'hd',
                size: 300,
                source: { url: 'https://www.tikwm.com/video/media/hdplay/1.mp4', via: 'provider' },
              },
              { quality: 'no watermark', size: 200, watermarked: false },
              { quality: 'watermark', watermarked: true },
              { kind: 'audio', extension: 'mp3' },
            ],
          },
        ],
      },
    });
  });

  it('answers with a set of pictures and their music', () => {
    const images = ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'];
    const set = { ...POST, images, music: 'https://cdn.example/m.mp3' };
    expect(found({ ...set, play: set.music })).toMatchObject({
      post: {
        items: [{ kind: 'photo', thumbnail: { url: images[0] } }, { kind: 'photo' }, { kind: 'audio' }],
      },
    });
    expect(found({ ...set, images: [...images, null] })).toMatchObject({ code: 'no_media' });
  });

  it.each<[string, unknown, object]>([
    ['a private post', { code: -1, msg: 'This video is private' }, { code: 'private' }],
    ['a deleted post', { code: -1, msg: 'Url parsing is failed! Please check url.' }, { code: 'gone' }],
    ['a limit', { code: -1, msg: 'Free Api Limit: 1 request/second.' }, { code: 'rate_limited' }],
    ['a bad key', { code: -1, msg: 'API key is invalid' }, { reason: 'provider_key' }],
    ['an unknown error', { code: -1, msg: 'oops' }, { cause: 'answer_unknown' }],
    ['another post', { code: 0, msg: 'success', data: { ...POST, id: '7' } }, { cause: 'other_post' }],
    [
      'only a watermarked file',
      { code: 0, msg: 'success', data: { ...POST, wmplay: 'https://cdn.example/w.mp4' } },
      { reason: 'watermarked_only' },
    ],
    ['no file', { code: 0, msg: 'success', data: POST }, { cause: 'answer_unknown' }],
    ['no data', { code: 0, msg: 'success' }, { cause: 'answer_unknown' }],
    ['a changed shape', { result: POST }, { cause: 'answer_unknown' }],
    ['no JSON', undefined, { cause: 'answer_unknown' }],
  ])('answers for %s', (_what, answer, failure) => {
    expect(read(answer)).toMatchObject({ ok: false, terminal: false, ...failure });
  });
});
