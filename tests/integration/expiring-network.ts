import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { DATE } from './good-network.ts';
import { mediaBytes } from './tunnel-front.ts';

export const FILM = mediaBytes(1_500_000);
export const FILM_SIZE = FILM.length;
/** Another film of the same size. */
export const OTHER_FILM = Buffer.concat([FILM.subarray(0, 40), Buffer.alloc(FILM_SIZE - 40, 0x5a)]);
export const LATER = 'Sat, 21 Nov 2026 03:00:00 GMT';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Behaviour of one URL of a film. */
export interface Address {
  readonly bytes?: Buffer;
  readonly etag?: string | null;
  readonly modified?: string | null;
  readonly type?: string;
  /** Byte of the film at which the connection ends. */
  readonly cutAt?: number;
  /**
   * Number of times the connection ends; after that the URL works again. When omitted, the URL expires after the first
   * cut.
   */
  readonly cuts?: number;
  /** How the connection ends: closed by default. */
  readonly end?: 'reset' | 'stall';
  /** Delay of everything after the first bytes, in milliseconds. */
  readonly slowMs?: number;
  /** Status of every response. */
  readonly status?: number;
  readonly chunked?: boolean;
  readonly ranges?: boolean;
  /** Answers every range request as if its condition held. */
  readonly ignoresConditions?: boolean;
  readonly answer?: Answer;
}

export interface ReceivedRequest {
  readonly address: number;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join() : value;
};

export const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-type': 'text/plain' }).end('URL signature expired');
};

const resolveRange = (range: string, size: number): readonly [start: number, end: number] => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '') return [size - Number(last), size];
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)];
};

const holds = (
  { etag = '"v1"', modified = DATE, ignoresConditions }: Address,
  condition: string | undefined,
) => condition === undefined || ignoresConditions === true || [etag, modified].includes(condition);

/** Writes the response head and returns the part of the film that must follow. */
const begin = (address: Address, request: IncomingMessage, response: ServerResponse) => {
  const { bytes = FILM, etag = '"v1"', modified = DATE, type = 'video/mp4' } = address;
  const range = address.ranges === false ? undefined : header(request, 'range');
  const isPart = range !== undefined && holds(address, header(request, 'if-range'));
  const [start, end] = isPart ? resolveRange(range, bytes.length) : [0, bytes.length];
  response.writeHead(isPart ? 206 : 200, {
    'content-type': type,
    ...(etag === null ? {} : { etag }),
    ...(modified === null ? {} : { 'last-modified': modified }),
    ...(isPart ? { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` } : {}),
    ...(address.chunked === true ? {} : { 'content-length': end - start }),
  });
  return { bytes, start, end };
};

/** Cuts the response at a byte. Bytes written before it arrive, unless the connection is reset. */
const makeAnswer = (address: Address): Answer => {
  const { cutAt, cuts, status, slowMs, end: way } = address;
  let cutSoFar = 0;
  return (request, response) => {
    if (status !== undefined) return refuse(response, status);
    if (cutAt !== undefined && cuts === undefined && cutSoFar > 0) return refuse(response, 403);
    const { bytes, start, end } = begin(address, request, response);
    if (slowMs !== undefined) {
      response.write(bytes.subarray(start, start + 2_000));
      return void setTimeout(() => response.end(bytes.subarray(start + 2_000, end)), slowMs);
    }
    if (cutAt === undefined || cutSoFar >= (cuts ?? 1) || cutAt >= end)
      return void response.end(bytes.subarray(start, end));
    cutSoFar += 1;
    response.flushHeaders();
    response.write(bytes.subarray(start, Math.max(start, cutAt)), () => {
      if (way === 'reset') response.socket?.resetAndDestroy();
      else if (way === undefined) response.socket?.destroySoon();
    });
  };
};

/** Creates a delivery network with one film at the URLs /0, /1 and so on, each with its own behaviour. */
export const createExpiringNetwork = (addresses: readonly Address[]) => {
  const answers = addresses.map((address) => address.answer ?? makeAnswer(address));
  const received: ReceivedRequest[] = [];
  let open = 0;
  const listener: RequestListener = (request, response) => {
    const index = Number(request.url?.slice(1));
    received.push({ address: index, range: header(request, 'range'), ifRange: header(request, 'if-range') });
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    const answer = answers[index];
    if (answer === undefined) refuse(response, 404);
    else answer(request, response);
  };
  return {
    listener,
    asked: received,
    /** Number of responses that are pending or in progress. */
    open: () => open,
  };
};
