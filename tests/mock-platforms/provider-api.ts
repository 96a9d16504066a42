import { addressOf } from './cdn-address.ts';
import type { ProviderFault } from './fault.ts';
import type { MockPost, MockRendition } from './post.ts';
import { type Exchange, later, resetConnection, sendHtml, sendJson, sendText } from './reply.ts';
import { readRange, sendWhole } from './transfer.ts';

export const PROVIDER_KEY = 'mock-key-0001';
/** The host name under which the provider needs no key. */
export const OPEN_PROVIDER_HOST = 'extract.open.example';

/** Where the services are asked. Other paths are not theirs. */
export const PROVIDER_PATHS: ReadonlySet<string> = new Set(['/download', '/v1/social/autolink', '/api/']);
/** Where the third service serves files of its own. */
export const PROVIDER_FILES = '/video/media/hdplay/';

/** Reads `url` from the query, or from the body: a form, as specified, or JSON. */
const requestedLink = ({ request, url: asked, body }: Exchange): string | null => {
  if (request.method === 'GET') return asked.searchParams.get('url');
  if (!String(request.headers['content-type'] ?? '').includes('json'))
    return new URLSearchParams(body).get('url');
  try {
    const parsed: unknown = JSON.parse(body);
    const url = typeof parsed === 'object' && parsed !== null && 'url' in parsed ? parsed.url : null;
    return typeof url === 'string' ? url : null;
  } catch {
    return null;
  }
};

const hasKey = ({ headers }: Exchange['request']): boolean => {
  const given = [headers['x-rapidapi-key'], headers['x-api-key'], headers['authorization']];
  return given.some((value) => String(value ?? '').replace(/^Bearer /i, '') === PROVIDER_KEY);
};

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;

const toMedia = (file: MockRendition, reading: number) => ({
  url: addressOf(file, reading),
  quality: file.quality,
  extension: file.extension,
  // Pictures come without a size, as a number that means "unknown".
  size: file.kind === 'photo' ? 0 : file.body.size,
  formattedSize: `${(file.body.size / 1_048_576).toFixed(1)} MB`,
  videoAvailable: file.videoAvailable,
  audioAvailable: file.audioAvailable,
  chunked: false,
  cached: false,
});

/** Builds the response for `POST /download`: one flat list of media, whatever the post contains. */
const downloadAnswer = (post: MockPost, link: string, reading: number) => {
  const cover = post.items[0]?.cover ?? null;
  return {
    url: link,
    title: post.caption,
    author: post.username,
    thumbnail: cover === null ? '' : addressOf(cover, reading),
    duration: post.duration === null ? '' : clock(post.duration),
    source: post.platform,
    sid: null,
    medias: post.items.flatMap(({ provided }) => provided.map((file) => toMedia(file, reading))),
  };
};

/** Builds the response for `POST /v1/social/autolink`. */
const autolinkAnswer = (post: MockPost, link: string, reading: number) => ({
  url: link,
  source: post.platform,
  title: post.caption,
  author: post.fullName,
  unique_id: post.username,
  duration: post.duration === null ? null : Math.round(post.duration * 1_000),
  medias: post.items.flatMap(({ provided }) =>
    provided.map((file) => ({
      type: file.kind === 'photo' ? 'image' : file.kind,
      quality: file.kind === 'video' ? `${file.quality}_no_watermark` : file.quality,
      extension: file.extension,
      data_size: file.kind === 'photo' ? undefined : file.body.size,
      url: addressOf(file, reading),
    })),
  ),
  type: 'multiple',
  error: false,
});

/** Builds the response for `GET /api/`. The best film is on the service's own host, by an address without one. */
const tikwmAnswer = (post: MockPost, _link: string, reading: number) => {
  const files = post.items.flatMap(({ provided }) => provided);
  const [best, second] = files.filter(({ kind }) => kind === 'video');
  const pictures = files.filter(({ kind }) => kind === 'photo');
  const music = files.find(({ kind }) => kind === 'audio');
  return {
    code: 0,
    msg: 'success',
    data: {
      id: post.id,
      title: post.caption,
      duration: Math.round(post.duration ?? 0),
      hdplay: best && `${PROVIDER_FILES}${post.id}.mp4`,
      hd_size: best?.body.size,
      play: second && addressOf(second, reading),
      size: second?.body.size,
      music: music && addressOf(music, reading),
      ...(pictures.length > 0 && { images: pictures.map((file) => addressOf(file, reading)) }),
      author: { unique_id: post.username, nickname: post.fullName },
    },
  };
};

const ANSWERS = {
  '/download': downloadAnswer,
  '/v1/social/autolink': autolinkAnswer,
  '/api/': tikwmAnswer,
} as const;

const NOT_FOUND = {
  '/download': { error: true, status: 404, message: 'Not found data' },
  '/v1/social/autolink': { error: true, status: 404, message: 'Not found data' },
  '/api/': { code: -1, msg: 'Url parsing is failed! Please check url.' },
} as const;

const FAULTS: Readonly<Record<Exclude<ProviderFault, 'last-call'>, (exchange: Exchange) => void>> = {
  key: (exchange) =>
    sendJson(exchange, 401, { message: 'Invalid API key. Go to the portal for a valid one.' }),
  'not-subscribed': (exchange) => sendJson(exchange, 403, { message: 'You are not subscribed to this API.' }),
  quota: (exchange) =>
    sendJson(
      exchange,
      429,
      { message: 'You have exceeded the MONTHLY quota for Requests on your current plan' },
      { 'x-ratelimit-requests-reset': '3600' },
    ),
  'server-error': (exchange) => sendJson(exchange, 500, { message: 'Internal server error' }),
  html: (exchange) => sendHtml(exchange, '<!DOCTYPE html><html><body><h1>Just a moment</h1></body></html>'),
  'error-body': (exchange) =>
    sendJson(exchange, 200, { error: true, status: 500, message: 'Worker failed', time_end: 3 }),
  'message-body': (exchange) => sendJson(exchange, 200, { message: 'Something went wrong' }),
  'empty-medias': (exchange) =>
    sendJson(exchange, 200, { error: true, message: 'No medias found', data: { medias: [] }, medias: [] }),
  'empty-body': (exchange) => sendText(exchange, 200, 'application/json', ''),
  'broken-json': (exchange) => sendText(exchange, 200, 'application/json', '{"url":"https://www.insta'),
  forbidden: (exchange) => sendJson(exchange, 403, { message: 'Forbidden' }),
  'restricted-key': (exchange) =>
    sendJson(exchange, 200, { success: false, message: 'Access restricted: this API key has expired' }),
  'quota-forbidden': (exchange) =>
    sendJson(exchange, 403, { message: 'You have exceeded the DAILY quota' }, { 'retry-after': '120' }),
  'not-found': (exchange) => sendJson(exchange, 404, { message: 'Not found data' }),
  'number-list': (exchange) => sendJson(exchange, 200, { medias: [1, null, { url: 7 }, ['x']] }),
  'foreign-media': (exchange) =>
    sendJson(exchange, 200, {
      medias: [{ url: 'https://media.elsewhere.example/trap.mp4', quality: 'hd', extension: 'mp4' }],
    }),
  'plain-media': (exchange) =>
    sendJson(exchange, 200, {
      medias: [{ url: 'http://203.0.113.7/trap.mp4', quality: 'hd', extension: 'mp4' }],
    }),
  reset: resetConnection,
  slow: (exchange) =>
    later(exchange.response, 60_000, () => sendJson(exchange, 200, { message: 'too late' })),
};

export interface ProviderState {
  /** Finds the post behind a link of any form, with the number of this page load; null for none. */
  findPost(link: string): { readonly post: MockPost; readonly reading: number } | null;
  faultOf(post: MockPost | null): ProviderFault | null;
}

/** Answers a service's call: checks the key, then the link. */
export const answerProvider = (exchange: Exchange, state: ProviderState) => {
  const path = exchange.url.pathname as keyof typeof ANSWERS;
  const needsKey = path !== '/api/' && exchange.host !== OPEN_PROVIDER_HOST;
  if (needsKey && !hasKey(exchange.request)) return FAULTS.key(exchange);
  const link = requestedLink(exchange);
  if (link === null || !URL.canParse(link)) {
    return sendJson(exchange, 200, { error: true, status: 204, message: 'Invalid link or link is empty' });
  }
  const found = state.findPost(link);
  const fault = state.faultOf(found?.post ?? null);
  if (fault !== null && fault !== 'last-call') return FAULTS[fault](exchange);
  if (found === null) return sendJson(exchange, 200, NOT_FOUND[path]);
  const quota = { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': '42' };
  sendJson(exchange, 200, ANSWERS[path](found.post, link, found.reading), fault === null ? {} : quota);
};

/** Answers a request for a file of the third service's own. */
export const answerProviderFile = (exchange: Exchange, post: MockPost | null): Promise<void> | void => {
  const body = post?.items[0]?.provided[0]?.body;
  if (body === undefined) return sendText(exchange, 404, 'text/plain', 'Not found');
  const range = readRange(exchange.request.headers.range, body.size);
  if (range === 'none') return sendText(exchange, 416, 'text/plain', '');
  const span = range ?? { start: 0, end: body.size };
  const part = `bytes ${span.start}-${span.end - 1}/${body.size}`;
  return sendWhole({
    exchange,
    body,
    span,
    status: range === null ? 200 : 206,
    headers: { 'content-type': body.mime, ...(range === null ? {} : { 'content-range': part }) },
  });
};
