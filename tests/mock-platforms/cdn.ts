import { gzipSync } from 'node:zlib';
import { type ReadAddress, readAddress } from './cdn-address.ts';
import type { MediaFault } from './fault.ts';
import { LATE_PAGE_MS } from './fault-rows.ts';
import { generatedFilm, type MediaBody } from './media-body.ts';
import type { MockDelivery } from './mock-platform.ts';
import type { MockRendition } from './post.ts';
import { type Exchange, later, redirect, resetConnection, sendHtml, sendText } from './reply.ts';
import { begin, readRange, type Span, sendUpTo, sendWhole, type Transfer, write } from './transfer.ts';

/** Matches a range of a few bytes from the start: the server's probe. Players and downloads request more. */
const PROBE_RANGE = /^bytes=0-\d{1,5}$/;
const LAST_MODIFIED = 'Fri, 20 Nov 2026 08:00:00 GMT';
const PAGE =
  '<!DOCTYPE html><html><head><title>Access denied</title></head><body>Sign in to go on.</body></html>';
const STRAY_BYTES = 10_000;

const watermarked = generatedFilm('watermarked', 150_000);

const drip = async (transfer: Transfer, bytes: number, everyMs: number): Promise<void> => {
  begin(transfer);
  const { start, end } = transfer.span;
  for (let from = start; from < end; from += bytes) {
    if (!(await write(transfer, from, Math.min(end, from + bytes)))) return;
    await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
  }
  transfer.exchange.response.end();
};

const sendPage = ({ exchange: { response, request } }: Transfer, type: string) => {
  response.writeHead(200, { 'content-type': type, 'content-length': String(Buffer.byteLength(PAGE)) });
  response.end(request.method === 'HEAD' ? undefined : PAGE);
};

const redirectTarget = (
  to: string,
  { url, host }: Exchange,
  origin: string,
  { sisterHost }: MockDelivery,
): string => {
  const targets: Record<string, string> = {
    loopback: `${origin}/trap.mp4`,
    metadata: 'http://169.254.169.254/latest/meta-data/',
    foreign: 'https://media.elsewhere.example/trap.mp4',
    'plain-http': `http://${host}${url.pathname}${url.search}`,
    loop: `https://${host}${url.pathname}${url.search}`,
  };
  return targets[to] ?? `https://${sisterHost}${url.pathname}${url.search}`;
};

const sendWrongLength = async (transfer: Transfer, kind: string): Promise<void> => {
  const { exchange, span } = transfer;
  const right = span.end - span.start;
  if (kind === 'length-too-large') {
    const end = () => exchange.response.destroy();
    return sendUpTo(transfer, span.end, end, right + STRAY_BYTES);
  }
  if (kind === 'shorter') {
    const end = Math.max(span.start + 1, span.end - STRAY_BYTES);
    return sendWhole({ ...transfer, span: { start: span.start, end } });
  }
  begin(transfer, kind === 'longer' ? right + STRAY_BYTES : right);
  if (await write(transfer, span.start, span.end)) exchange.response.end(Buffer.alloc(STRAY_BYTES, 0x5a));
};

const interruptAt = (transfer: Transfer, kind: string, at: number): Promise<void> => {
  const { exchange } = transfer;
  const cut = () => exchange.response.destroy();
  if (kind === 'stall') return sendUpTo(transfer, at, () => undefined);
  if (kind === 'reset') return sendUpTo(transfer, at, () => resetConnection(exchange));
  return sendUpTo(transfer, at, cut, kind === 'chunked-cut' ? null : undefined);
};

/** A request for a file of a delivery network. */
interface Delivery {
  readonly address: ReadAddress;
  readonly network: MockDelivery;
}

const applyFault = async (
  transfer: Transfer,
  fault: MediaFault,
  { address, network }: Delivery,
  state: DeliveryState,
): Promise<void> => {
  const { exchange, span } = transfer;
  const { path, reading } = address;
  switch (fault.kind) {
    case 'cut':
    case 'stall':
    case 'reset':
    case 'chunked-cut':
      return interruptAt(transfer, fault.kind, fault.at);
    case 'cut-then-expired':
      if (reading % 2 === 0) return sendWhole(transfer);
      return span.start > 0 ? refuse(exchange, 403) : interruptAt(transfer, 'cut', fault.at);
    case 'expires':
      if (reading > fault.upTo || fault.at >= span.end) return sendWhole(transfer);
      if (fault.at <= span.start) return refuse(exchange, 403);
      return sendUpTo(transfer, fault.at, () => {
        state.expire(path, reading);
        exchange.response.destroy();
      });
    case 'expired':
      return fault.afterRefresh !== 'never' && reading % 2 === 0
        ? sendWhole(transfer)
        : refuse(exchange, fault.status);
    case 'redirect':
      // The sister host serves the same path and would redirect in a loop.
      if (fault.to === 'listed' && exchange.host === network.sisterHost) return sendWhole(transfer);
      return redirect(exchange, redirectTarget(fault.to, exchange, state.origin, network));
    case 'drip':
      return drip(transfer, fault.bytes, fault.everyMs);
    default:
      return applySimpleFault(transfer, fault.kind);
  }
};

const applySimpleFault = async (transfer: Transfer, kind: MediaFault['kind']): Promise<void> => {
  const { exchange, body, headers } = transfer;
  switch (kind) {
    case 'length-too-large':
    case 'shorter':
    case 'longer':
    case 'extra-bytes':
      return sendWrongLength(transfer, kind);
    case 'chunked':
    case 'probe-no-length':
      return sendWhole(transfer, null);
    case 'reset-at-once':
      return resetConnection(exchange);
    case 'html':
    case 'probe-html':
      return sendPage(transfer, 'text/html; charset=utf-8');
    case 'html-as-video':
      return sendPage(transfer, body.mime);
    case 'gzip': {
      const bytes = gzipSync(body.bytes().subarray(transfer.span.start, transfer.span.end), { level: 1 });
      exchange.response.writeHead(transfer.status, {
        ...headers,
        'content-encoding': 'gzip',
        'content-length': String(bytes.length),
      });
      return void exchange.response.end(bytes);
    }
    case 'server-error':
      return sendText(exchange, 500, 'text/plain', 'Internal error');
    case 'limited':
      return sendText(exchange, 429, 'text/plain', 'Slow down', { 'retry-after': '60' });
    default:
      return sendWhole(transfer);
  }
};

const refuse = (exchange: Exchange, status: number): void =>
  sendText(exchange, status, 'text/plain', 'URL signature expired', { 'cache-control': 'no-store' });

/** Applies a fault to a probe request. Faults not named here do not affect probes. */
const applyProbeFault = (transfer: Transfer, kind: MediaFault['kind'] | undefined) => {
  const { exchange, body } = transfer;
  switch (kind) {
    case 'probe-refused':
      return sendText(exchange, 503, 'text/plain', 'Try again');
    case 'probe-slow':
      return later(exchange.response, LATE_PAGE_MS, () => void sendWhole(transfer));
    case 'probe-html':
      return sendHtml(exchange, PAGE);
    case 'probe-no-length':
    case 'no-ranges':
      return withoutRange(transfer, body.size, kind === 'probe-no-length' ? null : undefined);
    default:
      return sendWhole(transfer);
  }
};

const withoutRange = (transfer: Transfer, size: number, length?: number | null): Promise<void> => {
  const { 'content-range': _range, 'accept-ranges': _accept, ...headers } = transfer.headers;
  return sendWhole({ ...transfer, headers, status: 200, span: { start: 0, end: size } }, length);
};

export interface DeliveryState {
  readonly origin: string;
  fileAt(path: string): MockRendition | null;
  /** Returns the fault for this transfer and counts the transfer; null when none applies. */
  takeFault(path: string, reading: number): MediaFault | null;
  /** Makes every later request for a URL of this page load fail. */
  expire(path: string, reading: number): void;
  /** Returns the fault of a file without counting, for probes. */
  peekFault(path: string): MediaFault | null;
}

const headersOf = (
  network: MockDelivery,
  body: MediaBody,
  span: Span,
  partial: boolean,
): Record<string, string> => ({
  'content-type': body.mime,
  'accept-ranges': 'bytes',
  'cache-control': 'max-age=86400, no-transform',
  'access-control-allow-origin': 'https://www.example.invalid',
  ...network.headers,
  ...(partial ? { 'content-range': `bytes ${span.start}-${span.end - 1}/${body.size}` } : {}),
});

const bodyOf = (
  file: MockRendition,
  derived: boolean,
  fault: MediaFault | null,
  reading: number,
): MediaBody => {
  if (derived && file.smaller !== null) return file.smaller;
  if (fault?.kind === 'expires' && fault.afterRefresh === 'other-file' && reading > fault.upTo)
    return generatedFilm('changed', file.body.size);
  const isChanged = fault?.kind === 'expired' && fault.afterRefresh === 'other-file' && reading % 2 === 0;
  return isChanged ? generatedFilm('changed', file.body.size + 7) : file.body;
};

const validatorsOf = (body: MediaBody, fault: MediaFault | null): Record<string, string> => {
  const kind = fault?.kind === 'expires' ? fault.validators : 'etag';
  return {
    ...(kind === 'etag' ? { etag: body.etag } : {}),
    ...(kind === 'none' ? {} : { 'last-modified': LAST_MODIFIED }),
  };
};

const toTransfer = (
  exchange: Exchange,
  network: MockDelivery,
  body: MediaBody,
  fault: MediaFault | null,
): Transfer | null => {
  const { headers } = exchange.request;
  const validators = validatorsOf(body, fault);
  const isSame =
    headers['if-range'] === undefined || Object.values(validators).includes(String(headers['if-range']));
  const range = fault?.kind !== 'no-ranges' && isSame ? readRange(headers.range, body.size) : null;
  if (range === 'none') return null;
  const span = range ?? { start: 0, end: body.size };
  const status = range === null ? 200 : 206;
  const responseHeaders = { ...headersOf(network, body, span, range !== null), ...validators };
  return { exchange, body, span, status, headers: responseHeaders };
};

/** Answers a media request with a real file, ranges and a validator, or with the fault that is set for it. */
export const answerDelivery = async (
  exchange: Exchange,
  network: MockDelivery,
  state: DeliveryState,
): Promise<void> => {
  const { request, response, url } = exchange;
  const address = readAddress(url, network);
  const isWatermarked = address.path.endsWith('-watermark/');
  const file = state.fileAt(isWatermarked ? address.path.replace('-watermark/', '/') : address.path);
  if (file === null) return sendText(exchange, 404, 'text/plain', 'Not found');
  const isAllowed = network.mayHave?.(exchange, file, address.reading) ?? true;
  if (!address.signed || !isAllowed) return refuse(exchange, 403);

  const peeked = state.peekFault(address.path);
  const body = isWatermarked ? watermarked : bodyOf(file, address.derived, peeked, address.reading);
  const transfer = toTransfer(exchange, network, body, peeked);
  if (transfer === null) {
    response.writeHead(416, { 'content-range': `bytes */${body.size}`, 'content-length': '0' });
    return void response.end();
  }
  const isProbe = PROBE_RANGE.test(request.headers.range ?? '');
  if (request.method === 'HEAD') {
    begin(transfer);
    return void response.end();
  }
  if (isProbe || address.derived) return applyProbeFault(transfer, peeked?.kind);
  const fault = state.takeFault(address.path, address.reading);
  return fault === null ? sendWhole(transfer) : applyFault(transfer, fault, { address, network }, state);
};
