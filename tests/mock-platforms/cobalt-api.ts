import { createHash } from 'node:crypto';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import { addressOf } from './cdn-address.ts';
import type { CobaltFault } from './fault.ts';
import { FAULT_BYTE } from './fault-rows.ts';
import type { MockItem, MockPost, MockRendition } from './post.ts';
import { type Exchange, later, resetConnection, sendHtml, sendJson, sendText } from './reply.ts';
import { begin, readRange, sendUpTo, sendWhole, type Transfer, write } from './transfer.ts';

export const COBALT_KEY = '5b1f6f1e-0000-4000-8000-57a4d1400001';
/** The instance's own name. It differs from the URL the owner configures, as it does behind any reverse proxy. */
const OWN_NAME = 'https://cobalt.elsewhere.example';
/** How long a tunnel link stays valid. */
const TUNNEL_LIFESPAN_MS = 90_000;

/** The fields a request body may have, as of cobalt 11; a body with any other field is rejected. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
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
  /** Tunnelled files by tunnel id. */
  readonly tunnels: Map<string, { readonly file: MockRendition; readonly ends: number }>;
}

const failureOf = (code: string) => ({ status: 'error', error: { code: `error.api.${code}` } });

const refuse = (exchange: Exchange, code: string, status = 400, headers: Record<string, string> = {}): void =>
  sendJson(exchange, status, failureOf(code), headers);

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

/** Creates a tunnel for a file and returns its URL. */
const createTunnelUrl = (file: MockRendition, reading: number, state: CobaltState): string => {
  const id = secret(`${file.path} ${reading}`, 21);
  const ends = Date.now() + TUNNEL_LIFESPAN_MS;
  state.tunnels.set(id, { file, ends });
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
    ...(item.cover === null ? {} : { thumb: createTunnelUrl(item.cover, reading, state) }),
  };
};

/** Builds the response for a post. Like cobalt's, it has no author, date or caption. */
const cobaltAnswer = (post: MockPost, reading: number, state: CobaltState): object => {
  const { cobalt } = TEST_PLATFORMS[post.platform].mock;
  if (cobalt === null) return failureOf('link.unsupported');
  const stem = cobalt.stemOf(post);
  const visuals = post.items.filter(({ kind }) => kind !== 'audio');
  const [first] = visuals;
  const file = first === undefined ? undefined : bestOf(first);
  if (visuals.length > 1 || (cobalt.listsOnePicture && file?.kind === 'photo')) {
    const sound = post.items.flatMap(({ renditions }) =>
      renditions.filter(({ kind }) => kind === 'audio'),
    )[0];
    return {
      status: 'picker',
      picker: visuals.map((item) => pickerEntry(item, reading, state)),
      ...(sound === undefined
        ? {}
        : {
            audio: createTunnelUrl(sound, reading, state),
            audioFilename: `${stem}_audio.${sound.extension}`,
          }),
    };
  }
  if (file === undefined) return failureOf('fetch.empty');
  const filename = `${stem}.${file.extension}`;
  return cobalt.tunnels
    ? { status: 'tunnel', url: createTunnelUrl(file, reading, state), filename }
    : { status: 'redirect', url: addressOf(file, reading), filename };
};

const parseRequestBody = (body: string): Record<string, unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

const isAnswerFault = (fault: CobaltFault): fault is AnswerFault => Object.hasOwn(ANSWER_FAULTS, fault);

/** Answers `POST /`: checks the key, then the body, then the link. */
export const answerCobalt = (exchange: Exchange, state: CobaltState) => {
  const { headers } = exchange.request;
  if (headers['authorization'] !== `Api-Key ${COBALT_KEY}`) return refuse(exchange, 'auth.key.missing', 401);
  if (headers['accept'] !== 'application/json') return refuse(exchange, 'header.accept');
  const requested = parseRequestBody(exchange.body);
  if (requested === null || !Object.keys(requested).every((field) => KNOWN_FIELDS.has(field)))
    return refuse(exchange, 'invalid_body');
  const fault = state.fault();
  if (fault !== null && isAnswerFault(fault)) return ANSWER_FAULTS[fault](exchange);
  const found = state.findPost(String(requested['url']));
  if (found === null) return refuse(exchange, 'content.post.unavailable');
  const remaining = fault === 'last-call' ? '0' : '19';
  sendJson(exchange, 200, cobaltAnswer(found.post, found.reading, state), {
    'ratelimit-limit': '20',
    'ratelimit-remaining': remaining,
    'ratelimit-reset': '42',
  });
};

/** Answers `GET /`, the instance's public information. */
export const answerCobaltInfo = (exchange: Exchange): void =>
  sendJson(exchange, 200, {
    cobalt: { version: '11.7.1', url: `${OWN_NAME}/`, startTime: '1795000000000', services: ['tiktok'] },
    git: { branch: 'main', commit: '0000000', remote: 'mock' },
  });

const sendEmpty = ({ response }: Exchange, status: number): void => {
  response.writeHead(status, { 'content-length': '0' });
  response.end();
};

const applyTunnelFault = async (transfer: Transfer, fault: CobaltFault): Promise<void> => {
  const { exchange, span } = transfer;
  const cut = (): void => void exchange.response.destroy();
  switch (fault) {
    case 'tunnel-expired':
      return sendEmpty(exchange, 404);
    case 'tunnel-limited':
      return sendEmpty(exchange, 429);
    case 'tunnel-html':
      return sendHtml(exchange, '<!DOCTYPE html><html><body>Sign in</body></html>');
    case 'tunnel-empty':
      return sendEmpty(exchange, 200);
    case 'tunnel-reset':
      return resetConnection(exchange);
    case 'tunnel-cut':
      return sendUpTo(transfer, FAULT_BYTE, cut);
    case 'tunnel-no-length':
      return sendWhole(transfer, null);
    case 'tunnel-no-length-cut':
      return sendUpTo(transfer, FAULT_BYTE, cut, null);
    case 'tunnel-shifted':
      // Sends a part one byte shorter than the requested one.
      begin(transfer, Math.max(1, span.end - span.start - 1));
      if (await write(transfer, span.start, Math.max(span.start + 1, span.end - 1))) exchange.response.end();
      return undefined;
    default:
      return sendWhole(transfer);
  }
};

/**
 * Answers `GET /tunnel` with the file. Like the real tunnel, it supports ranges but sends no Content-Range with the
 * total size.
 */
export const answerCobaltTunnel = async (exchange: Exchange, state: CobaltState): Promise<void> => {
  const found = state.tunnels.get(exchange.url.searchParams.get('id') ?? '');
  if (found === undefined || found.ends <= Date.now()) return sendEmpty(exchange, 404);
  const { body } = found.file;
  const range = readRange(exchange.request.headers.range, body.size);
  if (range === 'none') return sendEmpty(exchange, 416);
  const transfer: Transfer = {
    exchange,
    body,
    span: range ?? { start: 0, end: body.size },
    status: range === null ? 200 : 206,
    headers: { 'content-type': body.mime, 'accept-ranges': 'bytes' },
  };
  const fault = state.fault();
  return fault === null ? sendWhole(transfer) : applyTunnelFault(transfer, fault);
};
