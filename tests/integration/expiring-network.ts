import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { DATE } from './good-network.ts';
import { mediaBytes } from './tunnel-front.ts';

export const FILM = mediaBytes(1_500_000);
export const FILM_SIZE = FILM.length;
/** Another film of the same size. */
export const OTHER_FILM = Buffer.concat([FILM.subarray(0, 40), Buffer.alloc(FILM_SIZE - 40, 0x5a)]);
export const LATER = 'Sat, 21 Nov 2026 03:00:00 GMT';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What one address of a film does. */
export interface Address {
  readonly bytes?: Buffer;
  readonly etag?: string | null;
  readonly modified?: string | null;
  readonly type?: string;
  /** The connection ends at this byte of the film … */
  readonly cutAt?: number;
  /** … so often, and then the address is well again. Without it, it has then run out. */
  readonly cuts?: number;
  /** How it ends there: the connection is closed unless said otherwise. */
  readonly end?: 'reset' | 'stall';
  /** What comes after the first bytes comes so much later. */
  readonly slowMs?: number;
  /** Answered to every request. */
  readonly status?: number;
  readonly chunked?: boolean;
  readonly ranges?: boolean;
  /** Answers every range as if its condition held. */
  readonly ignoresConditions?: boolean;
  readonly answer?: Answer;
}

export interface Asked {
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

const reach = (range: string, size: number): readonly [start: number, end: number] => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '') return [size - Number(last), size];
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)];
};

const holds = (
  { etag = '"v1"', modified = DATE, ignoresConditions }: Address,
  condition: string | undefined,
) => condition === undefined || ignoresConditions === true || [etag, modified].includes(condition);

/** Writes the head and gives the part of the film that is to follow. */
const begin = (address: Address, request: IncomingMessage, response: ServerResponse) => {
  const { bytes = FILM, etag = '"v1"', modified = DATE, type = 'video/mp4' } = address;
  const range = address.ranges === false ? undefined : header(request, 'range');
  const isPart = range !== undefined && holds(address, header(request, 'if-range'));
  const [start, end] = isPart ? reach(range, bytes.length) : [0, bytes.length];
  response.writeHead(isPart ? 206 : 200, {
    'content-type': type,
    ...(etag === null ? {} : { etag }),
    ...(modified === null ? {} : { 'last-modified': modified }),
    ...(isPart ? { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` } : {}),
    ...(address.chunked === true ? {} : { 'content-length': end - start }),
  });
  return { bytes, start, end };
};

/** Cuts at a byte; what was written before it leaves first, unless the connection is reset. */
const makeAnswer = (address: Address): Answer => {
  const { cutAt, cuts, status, slowMs, end: way } = address;
  let cutSoFar = 0;
  return (request, response) => {
    if (status !== undefined) return refuse(response, status);
    if (cutAt !== undefined && cuts === undefined && cutSoFar > 0) return refuse(response, 403);
    const { bytes, start, end } = begin(address, request, response);
    if (slowMs !== undefined) {
      response.write(bytes.subarray(start, start + 1_000));
      return void setTimeout(() => response.end(bytes.subarray(start + 1_000, end)), slowMs);
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

/** A delivery network that has one film at the addresses /0, /1 …, each with a fate of its own. */
export const expiringNetwork = (addresses: readonly Address[]) => {
  const answers = addresses.map((address) => address.answer ?? makeAnswer(address));
  const asked: Asked[] = [];
  let open = 0;
  const listener: RequestListener = (request, response) => {
    const index = Number(request.url?.slice(1));
    asked.push({ address: index, range: header(request, 'range'), ifRange: header(request, 'if-range') });
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
    asked,
    /** Answers that are begun or waited for. */
    open: () => open,
  };
};
