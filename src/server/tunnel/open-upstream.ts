import { TUNNEL_IDLE_TIMEOUT_MS, TUNNEL_REDIRECTS_MAX } from '#shared/transfer-limits.ts';
import { mediaHeaders } from '../net/media-headers.ts';
import { chooseMediaType, readMediaType, sniffMedia } from '../net/media-type.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundFault,
  type OutboundResponse,
} from '../net/outbound-client.ts';
import { hostsOf, type MediaHosts } from '../net/platform-hosts.ts';
import type { Ticket, TicketSource } from '../tickets/ticket.ts';
import {
  type ByteRange,
  matchesRange,
  placeRange,
  type RequestedRange,
  readContentRange,
  readUnsatisfiedSize,
  writeRange,
} from './byte-range.ts';
import { completeResponse, limitToSupported } from './instance-response.ts';
import {
  BROKEN_OFF,
  MEDIA_FAILED,
  type OpenedFile,
  type OpenFailure,
  type Opening,
  OTHER_SIZE,
  readOpening,
  unsatisfiable,
} from './opened-file.ts';

export interface UpstreamAccess {
  readonly outbound: OutboundClient;
  /** Hosts media may be fetched from. */
  readonly hosts: MediaHosts;
  /** Milliseconds between two pieces of the body. */
  readonly idleTimeout?: number;
}

/** What is wanted of a file. */
export interface FileRequest {
  readonly range: RequestedRange | null;
  /** Validator the range depends on; null without one. */
  readonly ifRange: string | null;
  readonly signal: AbortSignal;
}

export type UpstreamSource = Extract<TicketSource, { kind: 'upstream' }>;

/** What an answer's head promises. */
interface Promised {
  readonly ok: true;
  readonly range: ByteRange | null;
  readonly total: number | null;
  readonly length: number | null;
}

/** The delivery network was not reached at all: the visitor's own network may still reach it, so he is told apart. */
const UNREACHED_FAULTS: ReadonlySet<OutboundFault> = new Set(['unresolved', 'unreachable', 'timeout']);
/** How delivery networks refuse a link whose signature has run out; the post must be read again for a fresh one. */
const EXPIRED: OpenFailure = { ok: false, code: 'ticket_expired', tryAt: 'fresh-address' };
const UNREACHED: OpenFailure = { ok: false, code: 'network' };
const STRONG_OR_WEAK_ETAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,128}"$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const upstreamHeaders = (source: UpstreamSource, wanted: FileRequest): Record<string, string> => {
  return {
    ...mediaHeaders(source.headers),
    ...(wanted.range === null ? {} : { range: writeRange(wanted.range) }),
    ...(wanted.range === null || wanted.ifRange === null ? {} : { 'if-range': wanted.ifRange }),
  };
};

const readLength = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;

const checkWholeHead = ({ headers }: OutboundResponse, size: number | null): Promised | OpenFailure => {
  const length = readLength(headers['content-length']);
  if (length !== null && size !== null && length !== size) return OTHER_SIZE;
  const total = length ?? size;
  // A body that ends by closing the connection looks the same whole and cut: without a size it proves nothing.
  if (total === null && headers['transfer-encoding']?.toLowerCase() !== 'chunked') return MEDIA_FAILED;
  return { ok: true, range: null, total, length: total };
};

const checkPartHead = (
  { headers }: OutboundResponse,
  size: number | null,
  asked: RequestedRange | null,
): Promised | OpenFailure => {
  const got = readContentRange(headers['content-range']);
  if (got === null || asked === null) return MEDIA_FAILED;
  if (size !== null && got.total !== null && got.total !== size) return OTHER_SIZE;
  const total = got.total ?? size;
  if (!matchesRange(asked, { ...got, total })) return MEDIA_FAILED;
  const length = got.end - got.start + 1;
  const told = readLength(headers['content-length']);
  if (told !== null && told !== length) return MEDIA_FAILED;
  return { ok: true, range: { start: got.start, end: got.end }, total, length };
};

const readRangeRefusal = (
  response: OutboundResponse,
  ticket: Ticket,
  asked: RequestedRange | null,
): OpenFailure => {
  const size = ticket.size ?? readUnsatisfiedSize(response.headers['content-range']);
  const beyond = asked !== null && (size === null || placeRange(asked, size) === null);
  return beyond ? unsatisfiable(size) : MEDIA_FAILED;
};

/** Holds an answer's head against what was asked and what the ticket promises. */
const checkHead = (
  response: OutboundResponse,
  ticket: Ticket,
  asked: RequestedRange | null,
): Promised | OpenFailure => {
  const { status, headers } = response;
  if (status === 416) return readRangeRefusal(response, ticket, asked);
  if (status === 403 || status === 410) return EXPIRED;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return MEDIA_FAILED;
  if (status === 200) return checkWholeHead(response, ticket.size);
  return status === 206 ? checkPartHead(response, ticket.size, asked) : MEDIA_FAILED;
};

/** Why first bytes of this length cannot belong to a body of the promised one; null when they can. */
const findContradiction = ({ bytes, ended }: Opening, length: number | null): OpenFailure | null => {
  if (length === null) return null;
  if (bytes.length > length) return MEDIA_FAILED;
  return ended && bytes.length < length ? BROKEN_OFF : null;
};

/** Judges the first bytes; only a body from the file's beginning can be told by them. */
const checkBody = async (
  response: OutboundResponse,
  ticket: Ticket,
  promised: Promised,
): Promise<OpenedFile | OpenFailure> => {
  const { headers, body } = response;
  const upstreamType = readMediaType(headers['content-type']);
  if (upstreamType === null) return MEDIA_FAILED;
  const opening = await readOpening(body);
  const contradiction = findContradiction(opening, promised.length);
  if (contradiction !== null) return contradiction;
  const fromStart = (promised.range?.start ?? 0) === 0;
  const partial = promised.range !== null && promised.length !== promised.total;
  const sniffed = fromStart ? sniffMedia(opening.bytes, partial) : ({ kind: 'unknown' } as const);
  const mime = chooseMediaType(ticket, upstreamType, sniffed);
  if (mime === null) return MEDIA_FAILED;
  const etag = headers['etag'] ?? '';
  const lastModified = headers['last-modified'] ?? '';
  return {
    ...promised,
    mime,
    upstreamType,
    etag: STRONG_OR_WEAK_ETAG.test(etag) ? etag : null,
    lastModified: HTTP_DATE.test(lastModified) ? lastModified : null,
    opening,
    body,
  };
};

/** Gives the If-Range value that may go upstream: a strong tag or a date, else null (RFC 9110, 13.1.5). */
export const readIfRange = (header: string | undefined): string | null => {
  const value = header?.trim() ?? '';
  const strong = STRONG_OR_WEAK_ETAG.test(value) && value.startsWith('"');
  return strong || HTTP_DATE.test(value) ? value : null;
};

/**
 * Opens a delivery network's file and checks head and first bytes. Everything a network can answer is a value; rejects
 * with the signal's reason on abort.
 */
export const openUpstream = async (
  { outbound, hosts, idleTimeout = TUNNEL_IDLE_TIMEOUT_MS }: UpstreamAccess,
  ticket: Ticket,
  source: UpstreamSource,
  given: FileRequest,
): Promise<OpenedFile | OpenFailure> => {
  const asked = { source, size: ticket.size };
  const wanted = limitToSupported(asked, given);
  let response: OutboundResponse | null = null;
  let opened: OpenedFile | OpenFailure = MEDIA_FAILED;
  try {
    response = await outbound.request({
      url: source.url,
      headers: upstreamHeaders(source, wanted),
      hosts: hostsOf(hosts, source),
      redirects: TUNNEL_REDIRECTS_MAX,
      bodyTimeout: idleTimeout,
      signal: wanted.signal,
    });
    response = completeResponse(response, asked, wanted.range);
    const promised = checkHead(response, ticket, wanted.range);
    opened = promised.ok ? await checkBody(response, ticket, promised) : promised;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // What has kept its first bytes back for so long is not asked for them a second time.
    if (response !== null) opened = error.fault === 'timeout' ? MEDIA_FAILED : BROKEN_OFF;
    else if (UNREACHED_FAULTS.has(error.fault)) opened = UNREACHED;
  } finally {
    if (!opened.ok) response?.body.destroy();
  }
  return opened;
};

/** Whether a part is of the file it was wanted of, as far as the answer names one. */
const isOfRequestedFile = ({ range, etag, lastModified }: OpenedFile, { ifRange }: FileRequest): boolean => {
  if (range === null || ifRange === null) return true;
  return ((ifRange.startsWith('"') ? etag : lastModified) ?? ifRange) === ifRange;
};

/**
 * The same for a visitor, who would put a part behind the bytes he has: where a network gives it although its condition
 * does not hold, the whole file is opened.
 */
export const openForVisitor = async (
  access: UpstreamAccess,
  ticket: Ticket,
  source: UpstreamSource,
  wanted: FileRequest,
): Promise<OpenedFile | OpenFailure> => {
  const opened = await openUpstream(access, ticket, source, wanted);
  if (!opened.ok || isOfRequestedFile(opened, wanted)) return opened;
  opened.body.destroy();
  return openUpstream(access, ticket, source, { ...wanted, range: null, ifRange: null });
};
