/** Small yt-dlp outputs about invented people, in the program's format. */

export const REEL = 'DOwnYtReel1';
export const VIDEO = '7500000000000000001';
const AGENT = 'Mozilla/5.0 (X11) Test/1.0';
const HEADERS = {
  'User-Agent': AGENT,
  Accept: 'text/html,*/*;q=0.8',
  'Accept-Language': 'en-us,en;q=0.5',
  'Sec-Fetch-Mode': 'navigate',
};
const VERSION = { version: '2026.08.19', repository: 'yt-dlp/yt-dlp' };

const efg = (rung: number, seconds: number) =>
  Buffer.from(
    JSON.stringify({
      vencode_tag: `xpv_progressive.INSTAGRAM.CLIPS.C3.${rung}.dash_baseline_1_v1`,
      duration_s: seconds,
    }),
  ).toString('base64url');

/**
 * Creates a file with both video and audio; yt-dlp names neither codecs nor dimensions for it, and prints that it has no
 * sound.
 */
export const plain = (id: string, rung = 720, name = 'clip') => ({
  url: `https://scontent.cdninstagram.com/o1/${name}.mp4?efg=${efg(rung, 31)}&n=${id}`,
  format_id: id,
  ext: 'mp4',
  video_ext: 'mp4',
  audio_ext: 'none',
  vbr: null,
  abr: null,
  protocol: 'https',
  tbr: null,
  http_headers: { ...HEADERS, Referer: 'https://www.instagram.com/' },
});

/** Creates a DASH track: video or audio alone. */
export const track = (id: string, codec: string, side: number | null) => ({
  url: `https://scontent.cdninstagram.com/o1/${id}.mp4`,
  format_id: id,
  ext: side === null ? 'm4a' : 'mp4',
  protocol: 'https',
  vcodec: side === null ? 'none' : codec,
  acodec: side === null ? codec : 'none',
  width: side,
  height: side === null ? null : (side * 16) / 9,
  tbr: side ?? 128,
  http_headers: HEADERS,
});

const pictures = (name: string) => [
  { id: '0', url: `https://scontent.cdninstagram.com/v/${name}_150.jpg`, width: 150, height: 150 },
  { id: '1', url: `https://scontent.cdninstagram.com/v/${name}.jpg`, width: 1_080, height: 1_350 },
];

const post = (id: string) => ({
  id,
  title: 'Video by heron.marsh',
  description: 'Low tide & wind',
  channel: 'heron.marsh',
  uploader: 'Heron Marsh',
  http_headers: { ...HEADERS, Referer: 'https://www.instagram.com/' },
  _version: VERSION,
});

export const reel = (formats: readonly unknown[] = [plain('0'), plain('1'), plain('2')]) => ({
  ...post(REEL),
  formats,
  thumbnails: pictures('cover'),
  // The program's own choice, which the engine ignores.
  url: 'https://scontent.cdninstagram.com/o1/chosen.mp4',
  format_id: 'chosen',
  _type: 'video',
});

export const photo = (id: string) => ({ ...post(id), thumbnails: pictures(id), _type: 'video' });

export const set = (id: string, entries: readonly unknown[]) => ({ ...post(id), entries, _type: 'playlist' });

export const tiktokFormat = (id: string, more: object = {}) => ({
  url: `https://v16-webapp-prime.tiktok.com/video/tos/${id}/?tk=tt_chain_token`,
  format_id: id,
  ext: 'mp4',
  protocol: 'https',
  vcodec: 'h264',
  acodec: 'aac',
  width: 576,
  height: 1_024,
  tbr: 1_200,
  filesize: 2_000_000,
  cookies:
    'tt_chain_token="a/b=="; Domain=.tiktok.com; Path=/; Secure; Expires=1800000000; other=1; Domain=elsewhere.example; Path=/',
  http_headers: { ...HEADERS, Referer: `https://www.tiktok.com/@_/video/${VIDEO}` },
  ...more,
});

export const tiktok = (formats: readonly unknown[], id = VIDEO) => ({
  id,
  title: `TikTok video #${id}`,
  description: '',
  uploader: 'heron.marsh',
  channel: 'Heron Marsh',
  duration: 21,
  formats,
  thumbnails: [{ id: 'cover', url: 'https://p16-sign.tiktokcdn-us.com/cover.jpeg?x-expires=1' }],
  http_headers: { Referer: `https://www.tiktok.com/@_/video/${id}` },
  url: 'https://v16-webapp-prime.tiktok.com/video/tos/chosen/',
  _type: 'video',
  _version: VERSION,
});
