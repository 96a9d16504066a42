import { describe, expect, it } from 'vitest';
import { readPost } from '../../src/server/engines/yt-dlp/read-post.ts';
import type { EngineOutcome } from '../../src/server/platforms/failures.ts';
import { instagramPlatform } from '../../src/server/platforms/instagram/instagram-platform.ts';
import type { ExtractedItem } from '../../src/server/platforms/reading/extracted-post.ts';
import type { JsonRecord } from '../../src/server/platforms/reading/json-value.ts';
import { tiktokPlatform } from '../../src/server/platforms/tiktok/tiktok-platform.ts';
import { linkTo } from '../platforms/link-to.ts';
import { withoutCause } from '../without-cause.ts';
import { photo, plain, REEL, reel, set, tiktok, tiktokFormat, track, VIDEO } from './yt-dlp-answers.ts';

const read = (value: unknown, id = REEL): EngineOutcome =>
  withoutCause(readPost(value as JsonRecord, linkTo('instagram', id), instagramPlatform));
const readVideo = (formats: readonly unknown[]): EngineOutcome =>
  readPost(tiktok(formats), linkTo('tiktok', VIDEO), tiktokPlatform);
const postOf = (outcome: EngineOutcome) => {
  if (!outcome.ok) throw new Error(`expected a post, got ${outcome.code}`);
  return outcome.post;
};
const itemsOf = (outcome: EngineOutcome) => postOf(outcome).items;
const firstOf = (outcome: EngineOutcome): ExtractedItem => itemsOf(outcome)[0]!;
const brief = ({ kind, renditions }: ExtractedItem) =>
  `${kind}: ${renditions.map((r) => [r.kind, r.quality, r.extension, r.codec, r.size].join('/')).join(' ')}`;
const urlsOf = (outcome: EngineOutcome) =>
  firstOf(outcome).renditions.map(({ source }) => (source.kind === 'upstream' ? source.url : ''));

/** Creates a picture whose URL has the query that encodes its processing. */
const at = (query: string, width?: number) => ({
  url: `https://scontent.cdninstagram.com/v/photo.jpg${query}`,
  ...(width === undefined ? {} : { width, height: width }),
});

describe('yt-dlp engine: posts of Instagram', () => {
  it('reads a reel once, with the height and duration from its URL', () => {
    const post = postOf(read(reel()));
    expect(post).toMatchObject({
      id: REEL,
      username: 'heron.marsh',
      caption: 'Low tide & wind',
      duration: 31,
      thumbnail: { url: 'https://scontent.cdninstagram.com/v/cover.jpg' },
    });
    expect(post.items.map(brief)).toEqual(['video: video/720p/mp4//']);
    // yt-dlp names neither codecs nor dimensions for a file that holds both video and audio.
    expect(post.items[0]!.renditions[0]).toMatchObject({ videoAvailable: true, audioAvailable: true });
  });

  it('ignores the file that the program chose', () => {
    expect(urlsOf(read(reel())).join()).not.toContain('chosen');
    expect(read(reel([]))).toMatchObject({ ok: true, post: { items: [{ kind: 'photo' }] } });
    expect(read({ ...reel([]), duration: 31 })).toMatchObject({ ok: false, code: 'no_media' });
  });

  it('reads the end of an oversized list, where the program puts the best formats', () => {
    const formats = Array.from({ length: 5_000 }, (_, index) => ({
      ...plain(`n${index}`),
      url: `https://scontent.cdninstagram.com/v/file-${index}.mp4`,
    }));
    const { renditions } = firstOf(read(reel(formats)));
    expect(renditions).toHaveLength(200);
    expect(renditions.at(-1)!.source).toMatchObject({
      url: 'https://scontent.cdninstagram.com/v/file-4999.mp4',
    });
  });

  it.each(['reel', 'tv'] as const)('does not mistake the cover of a %s for the post', (kind) => {
    const link = linkTo('instagram', REEL, { kind });
    expect(withoutCause(readPost(reel([]) as JsonRecord, link, instagramPlatform))).toEqual({
      ok: false,
      code: 'no_media',
      terminal: false,
    });
    const pictures = set(REEL, [photo('one'), photo('two')]) as JsonRecord;
    expect(itemsOf(readPost(pictures, link, instagramPlatform))).toHaveLength(2);
  });

  it("sends each file's own headers to the delivery network, and no others", () => {
    const odd = {
      'X-Forwarded-For': '1.2.3.4',
      Range: 'bytes=0-1',
      Cookie: 'sid=1',
      Host: 'x',
      'User-Agent': 'a\r\nb',
    };
    const [rendition] = firstOf(read(reel([{ ...plain('0'), http_headers: odd }]))).renditions;
    expect(rendition!.source).toMatchObject({ headers: {} });
    const [usual] = firstOf(read(reel())).renditions;
    expect(usual!.source).toMatchObject({
      headers: {
        accept: 'text/html,*/*;q=0.8',
        'accept-language': 'en-us,en;q=0.5',
        referer: 'https://www.instagram.com/',
        'sec-fetch-mode': 'navigate',
        'user-agent': 'Mozilla/5.0 (X11) Test/1.0',
      },
    });
  });

  it('offers a track only where it is sharper than the complete files and plays everywhere', () => {
    const ladder = [
      track('dash-1v', 'vp09.00.30.08', 1_080),
      track('dash-2v', 'avc1.4D401F', 1_080),
      track('dash-3v', 'avc1.4D401F', 720),
      track('dash-4a', 'mp4a.40.5', null),
    ];
    expect(brief(firstOf(read(reel([plain('0', 720), ...ladder]))))).toBe(
      'video: video/720p/mp4// video/1080p/mp4/h264/ audio//m4a//',
    );
    expect(brief(firstOf(read(reel(ladder))))).toBe(
      'video: video/1080p/mp4/h264/ video/720p/mp4/h264/ audio//m4a//',
    );
  });

  it('drops segmented streams, encrypted files and URLs that are not allowed', () => {
    const formats = [
      { ...plain('0'), protocol: 'm3u8_native' },
      { ...plain('1'), fragments: [{ path: 'a' }] },
      { ...plain('2'), has_drm: true },
      { ...plain('3'), url: 'ftp://scontent.cdninstagram.com/o1/plain.mp4' },
      { ...plain('4'), url: 'https://user:pass@scontent.cdninstagram.com/o1/secret.mp4' },
      { ...plain('5'), url: 'file:///etc/passwd' },
      { ...plain('6'), vcodec: 'none', acodec: 'none' },
      'a text',
      null,
      plain('7', 540, 'whole'),
    ];
    expect(urlsOf(read(reel(formats))).map((url) => new URL(url).pathname)).toEqual(['/o1/whole.mp4']);
  });

  it('returns the largest picture of a photo, and every part of a set in order', () => {
    expect(itemsOf(read(photo('DOwnYtPhot1'), 'DOwnYtPhot1')).map(brief)).toEqual(['photo: photo//jpg//']);
    const mixed = set('DOwnYtSet01', [photo('one'), reel([plain('0', 540)]), photo('two')]);
    const items = itemsOf(read(mixed, 'DOwnYtSet01'));
    expect(items.map(brief)).toEqual([
      'photo: photo//jpg//',
      'video: video/540p/mp4//',
      'photo: photo//jpg//',
    ]);
    expect(items[0]!.renditions[0]!.source).toMatchObject({
      url: 'https://scontent.cdninstagram.com/v/one.jpg',
    });
  });

  it('reads a set of clips, and gives it the duration of the first', () => {
    const second = reel([plain('0', 540, 'second'), plain('1', 540, 'second')]);
    const post = postOf(read(set('DOwnYtSet01', [reel(), second]), 'DOwnYtSet01'));
    expect(post).toMatchObject({ username: 'heron.marsh', duration: 31 });
    expect(post.items.map(brief)).toEqual(['video: video/720p/mp4//', 'video: video/540p/mp4//']);
  });

  it('reads files of which the program says nothing but the codecs', () => {
    const file = (name: string, ext: string, vcodec: string | null, acodec: string | null) => ({
      format_id: name,
      ext,
      url: `https://scontent.cdninstagram.com/v/${name}.mp4`,
      filesize: null,
      vcodec,
      acodec,
    });
    const formats = [
      file('dash-1a', 'm4a', 'none', 'mp4a.40.5'),
      file('1', 'mp4', null, null),
      file('2', 'mp4', null, null),
      file('dash-2v', 'mp4', 'vp09.00.30.08', 'none'),
    ];
    expect(itemsOf(read(reel(formats))).map(brief)).toEqual([
      'video: audio//m4a// video//mp4// video//mp4//',
    ]);
  });

  it.each<[string, readonly object[]]>([
    [
      'by the URL, whatever the order',
      [at(''), at('?stp=dst-jpg_e35_s720x720_tt6'), at('?stp=dst-jpg_p99x99')],
    ],
    ['by the bounding box, compared numerically', [at('?stp=s1080x1080'), at('?stp=s640x640')]],
    ['before a crop of any size', [at('?stp=dst-jpg_s640x640', 640), at('?stp=c0.1.9.9a_s750x750', 750)]],
    ['by the size where it is given', [at('?a=1', 1_080), at('?a=2', 640)]],
    ['by the order where no size is given', [at('?a=2'), at('?a=1')]],
  ])('takes the largest picture of a photo: %s', (how, thumbnails) => {
    const [item] = itemsOf(read({ ...photo('DOwnYtPhot1'), thumbnails }, 'DOwnYtPhot1'));
    const best = how.startsWith('by the order') ? thumbnails.at(-1) : thumbnails[0];
    expect(item!.renditions[0]!.source).toMatchObject({ url: (best as { url: string }).url });
  });

  it.each([
    ['nothing', null],
    ['a clip without its files', { ...reel([]), duration: 31 }],
    ['a photo without a picture', { ...photo('two'), thumbnails: [] }],
  ])('rejects a set with %s in place of a part, which would look complete', (_what, part) => {
    const short = set('DOwnYtSet01', [photo('one'), part, photo('three')]);
    expect(read(short, 'DOwnYtSet01')).toEqual({ ok: false, code: 'no_media', terminal: false });
  });

  it('rejects another post, and a post without media', () => {
    expect(read(reel(), 'DOther00001')).toMatchObject({ ok: false, reason: 'page_unreadable' });
    expect(read(set(REEL, []))).toMatchObject({ ok: false, code: 'no_media', terminal: false });
    expect(read({ ...photo(REEL), thumbnails: [] })).toMatchObject({ ok: false, code: 'no_media' });
  });
});

describe('yt-dlp engine: posts of TikTok', () => {
  it('returns every file once, identified by its path without the numbered host', () => {
    const formats = [
      tiktokFormat('audio', { vcodec: 'none', acodec: 'mp3', ext: 'mp3', filesize: null, width: null }),
      tiktokFormat('bytevc1_540p_668450-0', { vcodec: 'h265', filesize: 1_000_000 }),
      tiktokFormat('bytevc1_540p_668450-1', { vcodec: 'h265', filesize: 1_000_000 }),
      tiktokFormat('h264_540p_1895000-0', { filesize: 3_000_000 }),
      tiktokFormat('h264_540p_1895000-1', { filesize: 3_000_000 }),
      tiktokFormat('h264_720p_2000000-0', { url: 'https://www.tiktok.com/aweme/v1/play/?item_id=1' }),
    ];
    expect(brief(firstOf(readVideo(formats)))).toBe(
      'video: audio//mp3// video/540p/mp4/h265/1000000 video/540p/mp4/h264/3000000',
    );
    expect(urlsOf(readVideo(formats)).join()).not.toContain('chosen');
  });

  const onHost = (id: string, host: string, more: object = {}) =>
    tiktokFormat(id, { url: `https://${host}/video/tos/${id.replace(/-\d+$/, '')}/?n=${id}`, ...more });
  const addressesOf = (outcome: EngineOutcome): readonly (readonly string[])[] =>
    firstOf(outcome).renditions.map(({ source }) =>
      source.kind === 'upstream'
        ? [source.url, ...(source.mirrors ?? [])].map((url) => new URL(url).hostname)
        : [],
    );
  it('keeps the copies of a file on other hosts, in their order', () => {
    const [first, second, third] = [
      'v16-webapp-prime.tiktok.com',
      'v19-webapp-prime.tiktok.com',
      'v77-webapp.tiktok.com',
    ];
    const formats = [
      onHost('h264_540p_1-0', first),
      onHost('h264_540p_1-1', second),
      onHost('h264_540p_1-2', third),
      onHost('h264_540p_1-3', 'v16-webapp.tiktok.com'),
      onHost('h264_720p_2-0', second),
      onHost('h264_720p_2-1', first),
      onHost('h264_480p_3-0', first, { url: 'http://v16-webapp-prime.tiktok.com/plain/', protocol: 'http' }),
    ];
    expect(addressesOf(readVideo(formats))).toEqual([[first, second, third], [second, first], [first]]);
  });

  it('keeps no copy that needs another cookie', () => {
    const formats = [
      onHost('h264_540p_1-0', 'v16-webapp-prime.tiktok.com'),
      onHost('h264_540p_1-1', 'v19.tiktokcdn.com'),
    ];
    expect(addressesOf(readVideo(formats))).toEqual([['v16-webapp-prime.tiktok.com']]);
  });

  it('reports a video that has only watermarked files', () => {
    const sound = tiktokFormat('audio', { vcodec: 'none', acodec: 'mp3', ext: 'mp3' });
    for (const formats of [[tiktokFormat('download')], [sound, tiktokFormat('download-0')]])
      expect(readVideo(formats)).toMatchObject({ ok: false, reason: 'watermarked_only' });
  });

  it('marks watermarked files', () => {
    const formats = [
      tiktokFormat('play'),
      tiktokFormat('download'),
      tiktokFormat('other', { format_note: 'Download video, watermarked' }),
    ];
    expect(firstOf(readVideo(formats)).renditions.map(({ watermarked }) => watermarked)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("adds the page's cookie to the headers of a file request", () => {
    const [rendition] = firstOf(readVideo([tiktokFormat('play')])).renditions;
    expect(rendition!.source).toMatchObject({
      headers: { cookie: 'tt_chain_token=a/b==', referer: `https://www.tiktok.com/@_/video/${VIDEO}` },
    });
  });

  it('returns author and duration, and no generated title', () => {
    expect(postOf(readVideo([tiktokFormat('play')]))).toMatchObject({
      username: 'heron.marsh',
      caption: '',
      duration: 21,
    });
  });

  it('returns nothing for a picture post, of which the program has only the sound', () => {
    const sound = tiktokFormat('audio', { vcodec: 'none', acodec: 'mp3', ext: 'mp3' });
    for (const formats of [[], [sound]])
      expect(readVideo(formats)).toMatchObject({ ok: false, code: 'no_media', terminal: false });
  });
});
