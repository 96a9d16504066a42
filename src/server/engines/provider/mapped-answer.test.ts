import { describe, expect, it } from 'vitest';
import type { MappedAnswer } from '#shared/contract/provider-definition.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { mappedFailure, readMappedAnswer } from './mapped-answer.ts';
import { PROVIDER_PRESETS } from './provider-presets.ts';
import { createSourceReader } from './provider-service.ts';

const link: ParsedLink = {
  platform: 'tiktok',
  kind: 'video',
  id: '77',
  username: null,
  url: 'https://www.tiktok.com/@tern.ada/video/77',
  itemIndex: null,
  contentType: 'video',
  label: 'a post',
};
const sourceOf = createSourceReader('provider', {
  host: 'https://api.example.com',
  apiKey: null,
  isFromEnvironment: false,
  definition: PROVIDER_PRESETS.download,
});
const CDN = 'https://cdn.example.com';
const read = (items: (MappedAnswer & { form: 'items' })['items'], body: unknown, more: object = {}) =>
  readMappedAnswer({ form: 'items', items, ...more }, body, link, sourceOf);
const film = { video: [{ url: 'film' }] };

describe('readMappedAnswer', () => {
  it('refuses an answer about another post, whatever the type of its id', () => {
    const answer = (id: unknown) => read([film], { id, film: `${CDN}/a.mp4` }, { id: 'id' });
    expect(answer('77').ok).toBe(true);
    expect(answer(77).ok).toBe(true);
    expect(answer('78')).toMatchObject({ ok: false, reason: 'provider_answer', cause: 'other_post' });
  });

  it('names the codec, omits the same file twice, and keeps the flags of a rule', () => {
    const rule = {
      video: [
        { each: 'films[*]', url: 'u', codec: ['h265', 'name'], height: 'h' },
        { url: 'marked', watermarked: true, label: 'watermark' },
        { url: 'quiet', silent: true },
      ],
    };
    const films = [
      { u: `${CDN}/1`, h265: 1, h: '1920' },
      { u: `${CDN}/1`, h265: 0 },
      { u: `${CDN}/2`, h265: false },
      { u: `${CDN}/3`, name: 'bytevc1' },
      { u: `${CDN}/4`, name: 'avc1.64' },
      { u: `${CDN}/5`, name: 'other' },
    ];
    const outcome = read([rule], { films, marked: `${CDN}/6`, quiet: `${CDN}/7` });
    const renditions = outcome.ok ? (outcome.post.items[0]?.renditions ?? []) : [];
    expect(renditions.map(({ codec }) => codec)).toEqual(['h265', 'h264', 'h265', 'h264', null, null, null]);
    expect(renditions[0]?.height).toBe(1_920);
    expect(renditions[5]).toMatchObject({ watermarked: true, quality: 'watermark', audioAvailable: true });
    expect(renditions[6]?.audioAvailable).toBe(false);
  });

  it('fails for a clip that has only watermarked files, with or without its sound', () => {
    const rule = { video: [{ url: 'film' }, { url: 'marked', watermarked: true }], audio: [{ url: 'tune' }] };
    const marked = { marked: `${CDN}/wm.mp4` };
    for (const body of [marked, { ...marked, tune: `${CDN}/a.mp3` }, { ...marked, film: '' }])
      expect(read([rule], body)).toMatchObject({ ok: false, reason: 'watermarked_only' });
    expect(read([rule], { ...marked, film: `${CDN}/a.mp4` }).ok).toBe(true);
    expect(read([rule], { tune: `${CDN}/a.mp3` }).ok).toBe(true);
  });

  it('reads durations in seconds, or in milliseconds if the answer says so', () => {
    const body = { film: `${CDN}/a.mp4`, length: 7_000 };
    const durationOf = (more: object) => {
      const outcome = read([film], body, { duration: 'length', ...more });
      return outcome.ok ? [outcome.post.duration, outcome.post.items[0]?.duration] : null;
    };
    expect(durationOf({})).toEqual([7_000, 7_000]);
    expect(durationOf({ milliseconds: true })).toEqual([7, 7]);
  });

  it('fails for a set with a missing file, and for a withheld clip', () => {
    const set = [{ each: 'all[*]', isClip: { at: 'clip', is: [true] }, ...film, photo: [{ url: 'photo' }] }];
    const photo = { photo: `${CDN}/1.jpg` };
    expect(read(set, { all: [photo, photo] }).ok).toBe(true);
    expect(read(set, { all: [photo, {}] })).toMatchObject({ ok: false, code: 'no_media' });
    expect(read(set, { all: [photo, { ...photo, clip: true }] })).toMatchObject({ code: 'no_media' });
    expect(read(set, { all: [{ ...photo, clip: true }] })).toMatchObject({ code: 'no_media', isClip: true });
    expect(read(set, { all: [] })).toMatchObject({ reason: 'provider_answer' });
  });

  it('shows a photo in its largest size', () => {
    const rule = { photo: [{ each: 'sizes[*]', url: 'u', width: 'w', height: 'h' }] };
    const sizes = [
      { u: `${CDN}/small.jpg`, w: 320, h: 400 },
      { u: `${CDN}/large.jpg`, w: 1_080, h: 1_350 },
    ];
    const outcome = read([rule], { sizes });
    expect(outcome.ok && outcome.post.items[0]).toMatchObject({
      kind: 'photo',
      width: 1_080,
      thumbnail: { url: `${CDN}/large.jpg` },
      renditions: [{ width: 1_080 }, { width: 320 }],
    });
  });

  it.each([null, 'text', 7, undefined])('fails for the body %j', (body) => {
    expect(read([film], body)).toMatchObject({ ok: false, cause: 'not_json' });
  });
});

describe('mappedFailure', () => {
  const rules = {
    errors: [
      { status: [402], means: 'quota' as const },
      { at: 'code', is: [3, 'x'], means: 'private' as const },
      { at: 'msg', contains: ['LIMIT'], means: 'limited' as const },
      { at: 'data', exists: false, means: 'gone' as const },
      { at: 'ok', isNot: [1], means: 'message' as const },
    ],
    message: 'msg',
  };
  it.each<[number, unknown, object | null]>([
    [402, {}, { code: 'rate_limited', cause: 'quota_used_up' }],
    [200, { code: 3, data: 1 }, { code: 'private', terminal: false }],
    [200, { code: 'x', data: 1 }, { code: 'private' }],
    [200, { msg: 'Free Limit', data: 1 }, { code: 'rate_limited' }],
    [200, {}, { code: 'gone', terminal: false }],
    [200, { data: 1, ok: 0, msg: 'invalid API key' }, { code: 'failed', reason: 'provider_key' }],
    [200, { data: 1, ok: 1 }, null],
    [200, { data: 1 }, null],
  ])('of status %i and %j', (status, body, failure) => {
    const found = mappedFailure(rules, { status, body });
    if (failure === null) expect(found).toBeNull();
    else expect(found).toMatchObject(failure);
  });
});
