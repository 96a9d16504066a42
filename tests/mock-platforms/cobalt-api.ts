import { createHash } from 'node:crypto';
import { addressOf } from './cdn-address.ts';
import type { CobaltFault } from './fault.ts';
import { FAULT_BYTE } from './fault-rows.ts';
import type { MockItem, MockPost, MockRendition } from './post.ts';
import { type Exchange, later, resetConnection, sendHtml, sendJson, sendText } from './reply.ts';
import { begin, readRange, sendUpTo, sendWhole, type Transfer, write } from './transfer.ts';

export const COBALT_KEY = '5b1f6f1e-0000-4000-8000-57a4d1400001';
/** What the instance calls itself: not where its owner reaches it, as behind any reverse proxy. */
const OWN_NAME = 'https://cobalt.elsewhere.example';
/** An instance hands its files out for so long. */
const TUNNEL_LIFESPAN_MS = 90_000;

/** The words a request body may hold, as of version 11; any other is refused. */
const KNOWN_WORDS: ReadonlySet<string> = new Set([
  'url',
  'videoQuality',
  'downloadMode',
  'audioFormat',
  'filenameStyle',
  'alwaysProxy',
  'localProcessing',
  'allowH265',
  'tiktokFullAudio',
  'disableMetadata',
  'convertGif',
]);

export interface CobaltState {
  findPost(link: string): { readonly post: MockPost; readonly reading: number } | null;
  fault(): CobaltFault | null;
  /** Files of the tunnel by their id. */
  readonly handedOut: Map<string, { readonly file: MockRendition; readonly ends: number }>;
}

const refuse = (exchange: Exchange, code: string, status = 400, headers: Record<string, string> = {}): void =>
  sendJson(exchange, status, { status: 'error', error: { code: `error.api.${code}` } }, headers);

const text = (exchange: Exchange, status: number, body: string): void =>
  sendText(exchange, status, 'application/json', body);

type AnswerFault = Exclude<CobaltFault, `tunnel-${string}` | 'last-call'>;

const ANSWER_FAULTS: Readonly<Record<AnswerFault, (exchange: Exchange) => void>> = {
  key: (exchange) => refuse(exchange, 'auth.key.not_found', 401),
  gateway: (exchange) => sendHtml(exchange, '<!DOCTYPE html><title>Attention required</title>', {}, 403),
  private: (exchange) => refuse(exchange, 'content.post.private'),
  age: (exchange) => refuse(exchange, 'content.post.age'),
  unavailable: (exchange) => refuse(exchange, 'content.post.unavailable'),
  'fetch-empty': (exchange) => refuse(exchange, 'fetch.empty'),
  'fetch-rate': (exchange) => refuse(exchange, 'fetch.rate'),
  'rate-exceeded': (exchange) =>
    refuse(exchange, 'rate_exceeded', 429, { 'ratelimit-remaining': '0', 'ratelimit-reset': '42' }),
  region: (exchange) => refuse(exchange, 'content.region'),
  unsupported: (exchange) => refuse(exchange, 'link.unsupported'),
  'fetch-fail': (exchange) => refuse(exchange, 'fetch.fail'),
  'timed-out': (exchange) => refuse(exchange, 'timed_out'),
  'invalid-body': (exchange) => refuse(exchange, 'invalid_body'),
  'server-error': (exchange) => sendHtml(exchange, '<h1>502 Bad Gateway</h1>', {}, 502),
  html: (exchange) => sendHtml(exchange, '<!DOCTYPE html><html><body>It works!</body></html>'),
  'empty-body': (exchange) => text(exchange, 200, ''),
  'broken-json': (exchange) => text(exchange, 200, '{"status":"redirect","url":"https://scon'),
  'unknown-status': (exchange) => sendJson(exchange, 200, { status: 'stream', url: 'https://x.example/' }),
  'empty-picker': (exchange) => sendJson(exchange, 200, { status: 'picker', picker: [] }),
  pieces: (exchange) =>
    sendJson(exchange, 200, {
      status: 'local-processing',
      type: 'remux',
      tunnel: [`${OWN_NAME}/tunnel?id=1&exp=1&sig=1&sec=1&iv=1`],
      output: { type: 'video/mp4', filename: 'a.mp4' },
      isHLS: true,
    }),
  'foreign-address': (exchange) =>
    sendJson(exchange, 200, {
      status: 'redirect',
      url: 'https://media.elsewhere.example/trap.mp4',
      filename: 'instagram_x.mp4',
    }),
  reset: resetConnection,
  slow: (exchange) => later(exchange.response, 60_000, () => refuse(exchange, 'timed_out')),
};

const secret = (label: string, length: number): string =>
  createHash('sha512').update(label).digest('base64url').slice(0, length);

/** Hands a file out through the tunnel. */
const tunnelTo = (file: MockRendition, reading: number, state: CobaltState): string => {
  const id = secret(`${file.path} ${reading}`, 21);
  const ends = Date.now() + TUNNEL_LIFESPAN_MS;
  state.handedOut.set(id, { file, ends });
  const query = new URLSearchParams({ id, exp: String(ends), sig: secret(id, 43), sec: secret(id, 43) });
  return `${OWN_NAME}/tunnel?${query.toString()}&iv=${secret(id, 22)}`;
};

const bestOf = ({ renditions }: MockItem): MockRendition | undefined =>
  renditions.find(({ codec }) => codec !== 'h265') ?? renditions[0];

const pickerEntry = (item: MockItem, reading: number, state: CobaltState) => {
  const file = bestOf(item);
  if (file === undefined) throw new Error('a set of the mock platforms has an item without a file');
  return {
    type: item.kind === 'photo' ? 'photo' : 'video',
    url: addressOf(file, reading),
    ...(item.cover === null ? {} : { thumb: tunnelTo(item.cover, reading, state) }),
  };
};

/** The answer for a post: nothing of who made it, when or with what words. */
const cobaltAnswer = (post: MockPost, reading: number, state: CobaltState): object => {
  const stem = post.platform === 'tiktok' ? `tiktok_${post.username}_${post.id}` : `instagram_${post.id}`;
  const visuals = post.items.filter(({ kind }) => kind !== 'audio');
  const [first] = visuals;
  const file = first === undefined ? undefined : bestOf(first);
  if (visuals.length > 1 || (post.platform === 'tiktok' && file?.kind === 'photo')) {
    const sound = post.items.flatMap(({ renditions }) =>
      renditions.filter(({ kind }) => kind === 'audio'),
    )[0];
    return {
      status: 'picker',
      picker: visuals.map((item) => pickerEntry(item, reading, state)),
      ...(sound === undefined
        ? {}
        : { audio: tunnelTo(sound, reading, state), audioFilename: `${stem}_audio.${sound.extension}` }),
    };
  }
  if (file === undefined) return { status: 'error', error: { code: 'error.api.fetch.empty' } };
  const filename = `${stem}.${file.extension}`;
  return post.platform === 'tiktok'
    ? { status: 'tunnel', url: tunnelTo(file, reading, state), filename }
    : { status: 'redirect', url: addressOf(file, reading), filename };
};

const askedBody = (body: string): Record<string, unknown> | null => {
  try {
    const asked: unknown = JSON.parse(body);
    return typeof asked === 'object' && asked !== null ? (asked as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

const isAnswerFault = (fault: CobaltFault): fault is AnswerFault => Object.hasOwn(ANSWER_FAULTS, fault);

/** Answers `POST /`: key first, then the body, then the link. */
export const answerCobalt = (exchange: Exchange, state: CobaltState) => {
  const { headers } = exchange.request;
  if (headers['authorization'] !== `Api-Key ${COBALT_KEY}`) return refuse(exchange, 'auth.key.missing', 401);
  if (headers['accept'] !== 'application/json') return refuse(exchange, 'header.accept');
  const asked = askedBody(exchange.body);
  if (asked === null || !Object.keys(asked).every((word) => KNOWN_WORDS.has(word)))
    return refuse(exchange, 'invalid_body');
  const fault = state.fault();
  if (fault !== null && isAnswerFault(fault)) return ANSWER_FAULTS[fault](exchange);
  const found = state.findPost(String(asked['url']));
  if (found === null) return refuse(exchange, 'content.post.unavailable');
  const remaining = fault === 'last-call' ? '0' : '19';
  sendJson(exchange, 200, cobaltAnswer(found.post, found.reading, state), {
    'ratelimit-limit': '20',
    'ratelimit-remaining': remaining,
    'ratelimit-reset': '42',
  });
};

/** Answers `GET /`: what the instance says of itself, to anybody. */
export const answerCobaltInfo = (exchange: Exchange): void =>
  sendJson(exchange, 200, {
    cobalt: { version: '11.7.1', url: `${OWN_NAME}/`, startTime: '1795000000000', services: ['tiktok'] },
    git: { branch: 'main', commit: '0000000', remote: 'mock' },
  });

const bare = ({ response }: Exchange, status: number): void => {
  response.writeHead(status, { 'content-length': '0' });
  response.end();
};

const strikeTunnel = async (transfer: Transfer, fault: CobaltFault): Promise<void> => {
  const { exchange, span } = transfer;
  const cut = (): void => void exchange.response.destroy();
  switch (fault) {
    case 'tunnel-expired':
      return bare(exchange, 404);
    case 'tunnel-limited':
      return bare(exchange, 429);
    case 'tunnel-html':
      return sendHtml(exchange, '<!DOCTYPE html><html><body>Sign in</body></html>');
    case 'tunnel-empty':
      return bare(exchange, 200);
    case 'tunnel-reset':
      return resetConnection(exchange);
    case 'tunnel-cut':
      return sendUpTo(transfer, FAULT_BYTE, cut);
    case 'tunnel-no-length':
      return sendWhole(transfer, null);
    case 'tunnel-no-length-cut':
      return sendUpTo(transfer, FAULT_BYTE, cut, null);
    case 'tunnel-shifted':
      // A part of another length than the one asked for.
      begin(transfer, Math.max(1, span.end - span.start - 1));
      if (await write(transfer, span.start, Math.max(span.start + 1, span.end - 1))) exchange.response.end();
      return undefined;
    default:
      return sendWhole(transfer);
  }
};

/** Answers `GET /tunnel`: the file, with ranges but without saying of how much a part is, as the real one does. */
export const answerCobaltTunnel = async (exchange: Exchange, state: CobaltState): Promise<void> => {
  const found = state.handedOut.get(exchange.url.searchParams.get('id') ?? '');
  if (found === undefined || found.ends <= Date.now()) return bare(exchange, 404);
  const { body } = found.file;
  const range = readRange(exchange.request.headers.range, body.size);
  if (range === 'none') return bare(exchange, 416);
  const transfer: Transfer = {
    exchange,
    body,
    span: range ?? { start: 0, end: body.size },
    status: range === null ? 200 : 206,
    headers: { 'content-type': body.mime, 'accept-ranges': 'bytes' },
  };
  const fault = state.fault();
  return fault === null ? sendWhole(transfer) : strikeTunnel(transfer, fault);
};
