import {
  digestOpening,
  isCobaltFile,
  mediaHeaders,
  OPENING_BYTES,
  type UpstreamFile,
} from '../../outbound/media-source.ts';
import { chooseMediaType, readFileType, SNIFFED_BYTES, sniffMedia } from '../../outbound/media-type.ts';
import {
  type MediaClient,
  type MediaResponse,
  OutboundError,
  type OutboundFault,
} from '../../outbound/outbound-client.ts';
import { hostPolicyFor, type MediaHosts } from '../../platforms/server-platforms.ts';
import type { Ticket } from '../tickets/ticket.ts';
import {
  type ByteRange,
  type ContentRange,
  matchesRange,
  type RequestedRange,
  readContentRange,
  readUnsatisfiedSize,
  resolveRange,
  writeRange,
} from './byte-range.ts';
import {
  BROKEN_OFF,
  MEDIA_FAILED,
  type OpenedFile,
  type OpenFailure,
  type Opening,
  OTHER_FILE,
  OTHER_SIZE,
  rangeUnsatisfiable,
  readOpening,
} from './opened-file.ts';

/** Milliseconds without data after which a delivery network counts as stalled in the middle of a file. */
const TUNNEL_IDLE_TIMEOUT_MS = 20_000;
const TUNNEL_REDIRECTS_MAX = 3;
/**
 * Number of bytes of a part that must arrive before the part counts as opened. More than a continued transfer requests again, because a
 * network that stalls may still have those bytes.
 */
const PART_OPENING_BYTES = 2 * SNIFFED_BYTES;

export interface UpstreamAccess {
  readonly outbound: Pick<MediaClient, 'requestMedia'>;
  /** Policy for the hosts that media may be requested from. */
  readonly hosts: MediaHosts;
  /** Longest time between two chunks of the body, and until its first bytes have arrived, in milliseconds. */
  readonly idleTimeoutMs?: number;
}

/** Requested part of a file (null for the whole file), its condition, and the signal that cancels the request. */
export interface FileRequest {
  readonly range: RequestedRange | null;
  /** If-Range validator; null when there is none. */
  readonly ifRange: string | null;
  readonly signal: AbortSignal;
  /** True when the visitor appends the part to bytes that were saved before. */
  readonly continuesDownload?: boolean;
  /** True after a failed attempt: no kept connection may be used, because its bytes may belong to another file. */
  readonly needsNewConnection?: boolean;
}

/**
 * Range and sizes that the headers of a response state. `total` is the number of bytes of the whole file, `length` that of the body; null
 * if unknown. `range` is null for the whole file.
 */
interface StatedRange {
  readonly ok: true;
  readonly range: ByteRange | null;
  readonly total: number | null;
  readonly length: number | null;
}

/**
 * Faults that mean that the delivery network was not reached. They have an error code of their own, because the visitor's own network may
 * still reach the delivery network.
 */
const UNREACHED_FAULTS: ReadonlySet<OutboundFault> = new Set(['unresolved', 'unreachable', 'timeout']);
/** Statuses with which a cobalt server refuses a tunnel file whose link has expired, or was issued before the server restarted. */
const EXPIRED_STATUSES: ReadonlySet<number> = new Set([401, 404]);
/** Failure for an address whose signature has expired; the post must be read again for a fresh address. */
const EXPIRED: OpenFailure = { ok: false, code: 'ticket_expired', tryAt: 'fresh-address' };
/** Failure for a delivery network that was not reached. */
export const UNREACHED: OpenFailure = { ok: false, code: 'network' };
const STRONG_OR_WEAK_ETAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,128}"$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const upstreamHeaders = (source: UpstreamFile, request: FileRequest): Record<string, string> => {
  return {
    ...mediaHeaders(source.headers),
    ...(request.range === null ? {} : { range: writeRange(request.range) }),
    ...(request.range === null || request.ifRange === null ? {} : { 'if-range': request.ifRange }),
  };
};

const readLength = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;

const checkWholeHead = ({ headers }: MediaResponse, size: number | null): StatedRange | OpenFailure => {
  const length = readLength(headers['content-length']);
  if (length !== null && size !== null && length !== size) return OTHER_SIZE;
  const total = length ?? size;
  // A body that ends with the connection looks the same complete or cut off: without a size its end proves nothing.
  if (total === null && headers['transfer-encoding']?.toLowerCase() !== 'chunked') return MEDIA_FAILED;
  return { ok: true, range: null, total, length: total };
};

/**
 * Returns the range of a partial response of the owner's cobalt server, which omits Content-Range: the requested range if Content-Length is
 * its number of bytes, otherwise null.
 */
const cobaltRange = (
  { headers }: MediaResponse,
  size: number | null,
  requested: RequestedRange | null,
): ContentRange | null => {
  const placed = requested === null || size === null ? null : resolveRange(requested, size);
  const isWhole = placed !== null && headers['content-length'] === String(placed.end - placed.start + 1);
  return isWhole ? { ...placed, total: size } : null;
};

const checkPartHead = (
  response: MediaResponse,
  size: number | null,
  source: UpstreamFile,
  requested: RequestedRange | null,
): StatedRange | OpenFailure => {
  const { headers } = response;
  const stated = headers['content-range'];
  const received =
    stated === undefined && isCobaltFile(source)
      ? cobaltRange(response, size, requested)
      : readContentRange(stated);
  if (received === null || requested === null) return MEDIA_FAILED;
  if (size !== null && received.total !== null && received.total !== size) return OTHER_SIZE;
  const total = received.total ?? size;
  if (!matchesRange(requested, { ...received, total })) return MEDIA_FAILED;
  const length = received.end - received.start + 1;
  const contentLength = readLength(headers['content-length']);
  if (contentLength !== null && contentLength !== length) return MEDIA_FAILED;
  return { ok: true, range: { start: received.start, end: received.end }, total, length };
};

const readRangeRefusal = (
  response: MediaResponse,
  ticket: Ticket,
  requested: RequestedRange | null,
): OpenFailure => {
  const size = ticket.size ?? readUnsatisfiedSize(response.headers['content-range']);
  const isBeyondEnd = requested !== null && (size === null || resolveRange(requested, size) === null);
  return isBeyondEnd ? rangeUnsatisfiable(size) : MEDIA_FAILED;
};

/**
 * Removes range and condition from a request that the owner's cobalt server cannot answer correctly: a request with If-Range, which the
 * server ignores, or for a file of unknown size, because its partial responses do not state their position. Returns all other requests
 * unchanged.
 */
const limitToSupported = (request: FileRequest, { size }: Ticket, source: UpstreamFile): FileRequest =>
  !isCobaltFile(source) || (request.ifRange === null && size !== null)
    ? request
    : { ...request, range: null, ifRange: null };

/** Checks the headers of a response against the request and the ticket. Returns what they state, or a failure. */
const checkHead = (
  response: MediaResponse,
  ticket: Ticket,
  source: UpstreamFile,
  requested: RequestedRange | null,
): StatedRange | OpenFailure => {
  const { status, headers } = response;
  if (status === 416) return readRangeRefusal(response, ticket, requested);
  if (status === 403 || status === 410 || (EXPIRED_STATUSES.has(status) && isCobaltFile(source)))
    return EXPIRED;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return MEDIA_FAILED;
  if (status === 200) return checkWholeHead(response, ticket.size);
  return status === 206 ? checkPartHead(response, ticket.size, source, requested) : MEDIA_FAILED;
};

/** Returns the failure when the first bytes contradict the stated number of bytes; null when they do not. */
const findContradiction = ({ bytes, isWholeBody }: Opening, length: number | null): OpenFailure | null => {
  if (length === null) return null;
  if (bytes.length > length) return MEDIA_FAILED;
  return isWholeBody && bytes.length < length ? BROKEN_OFF : null;
};

/**
 * Returns whether the first bytes of a file have the digest that the ticket stores; true as well when there are too few bytes to compare.
 */
const isExpectedFile = (expected: string, { bytes, isWholeBody }: Opening, total: number | null): boolean => {
  const digest = digestOpening(bytes, total ?? (isWholeBody ? bytes.length : null));
  return digest === null || digest === expected;
};

/**
 * Checks the type and the first bytes of a response; the first bytes must arrive within `openingMs`. Only a body that begins at the start
 * of the file shows its type in its bytes and can be compared with the digest in the ticket. Rejects with OutboundError when the body
 * breaks.
 */
const checkBody = async (
  response: MediaResponse,
  ticket: Ticket,
  { opening: expected }: UpstreamFile,
  stated: StatedRange,
  openingMs: number,
): Promise<OpenedFile | OpenFailure> => {
  const { headers, body } = response;
  const upstreamType = readFileType(ticket.mediaKind, headers['content-type']);
  if (upstreamType === null) return MEDIA_FAILED;
  const isFromStart = (stated.range?.start ?? 0) === 0;
  const compared = isFromStart ? expected : undefined;
  const least = compared !== undefined ? OPENING_BYTES : isFromStart ? SNIFFED_BYTES : PART_OPENING_BYTES;
  const opening = await readOpening(body, least, openingMs);
  const contradiction = findContradiction(opening, stated.length);
  if (contradiction !== null) return contradiction;
  if (compared !== undefined && !isExpectedFile(compared, opening, stated.total)) return OTHER_FILE;
  const isPartial = stated.range !== null && stated.length !== stated.total;
  const sniffed = isFromStart ? sniffMedia(opening.bytes, isPartial) : ({ kind: 'unknown' } as const);
  const mime = chooseMediaType(ticket, upstreamType, sniffed);
  if (mime === null) return MEDIA_FAILED;
  const etag = headers['etag'] ?? '';
  const lastModified = headers['last-modified'] ?? '';
  return {
    ...stated,
    mime,
    upstreamType,
    etag: STRONG_OR_WEAK_ETAG.test(etag) ? etag : null,
    lastModified: HTTP_DATE.test(lastModified) ? lastModified : null,
    sendsParts: stated.range !== null || headers['accept-ranges']?.toLowerCase() === 'bytes',
    opening,
    body,
  };
};

/**
 * Parses an If-Range header. Returns the value if it may be forwarded upstream (a strong ETag or a date), otherwise null (RFC 9110,
 * 13.1.5).
 */
export const readIfRange = (header: string | undefined): string | null => {
  const value = header?.trim() ?? '';
  const strong = STRONG_OR_WEAK_ETAG.test(value) && value.startsWith('"');
  return strong || HTTP_DATE.test(value) ? value : null;
};

/**
 * Requests a file of a delivery network and checks its headers and first bytes. Returns every failure of the network as a value; rejects
 * only with the signal's reason.
 */
export const openUpstream = async (
  { outbound, hosts, idleTimeoutMs = TUNNEL_IDLE_TIMEOUT_MS }: UpstreamAccess,
  ticket: Ticket,
  source: UpstreamFile,
  fileRequest: FileRequest,
): Promise<OpenedFile | OpenFailure> => {
  const request = limitToSupported(fileRequest, ticket, source);
  let response: MediaResponse | null = null;
  let opened: OpenedFile | OpenFailure = MEDIA_FAILED;
  try {
    response = await outbound.requestMedia({
      url: source.url,
      headers: upstreamHeaders(source, request),
      hosts: hostPolicyFor(hosts, source),
      redirects: TUNNEL_REDIRECTS_MAX,
      bodyTimeoutMs: idleTimeoutMs,
      signal: request.signal,
      post: ticket.post,
      needsNewConnection: request.needsNewConnection ?? false,
    });
    const stated = checkHead(response, ticket, source, request.range);
    opened = stated.ok ? await checkBody(response, ticket, source, stated, idleTimeoutMs) : stated;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    // A network that withheld the first bytes until the timeout is not tried again.
    if (response !== null) opened = error.fault === 'timeout' ? MEDIA_FAILED : BROKEN_OFF;
    else if (UNREACHED_FAULTS.has(error.fault)) opened = UNREACHED;
  } finally {
    if (!opened.ok) response?.body.destroy();
  }
  return opened;
};

/**
 * Requests the beginning of a file that a download continues. Returns the failure when the file cannot be opened or its first bytes are not
 * those of the ticket's digest; otherwise null.
 */
const checkBeginning = async (
  access: UpstreamAccess,
  ticket: Ticket,
  source: UpstreamFile,
  request: FileRequest,
): Promise<OpenFailure | null> => {
  const range = { kind: 'from', start: 0, end: OPENING_BYTES - 1 } as const;
  const opened = await openUpstream(access, ticket, source, { ...request, range, ifRange: null });
  if (!opened.ok) return opened;
  opened.body.destroy();
  return null;
};

/**
 * Returns whether a part belongs to the file that If-Range names. True if there is no If-Range, or the response does not identify its file.
 */
const isOfRequestedFile = ({ range, etag, lastModified }: OpenedFile, { ifRange }: FileRequest): boolean => {
  if (range === null || ifRange === null) return true;
  return ((ifRange.startsWith('"') ? etag : lastModified) ?? ifRange) === ifRange;
};

/**
 * Opens a file, or the part of it that a visitor requests. Before a part that continues a download, checks that the file still has the
 * first bytes of the ticket's digest. When the response has a part of another file than If-Range names, opens the whole file instead.
 * Returns failures and rejects as `openUpstream` does.
 */
export const openForVisitor = async (
  access: UpstreamAccess,
  ticket: Ticket,
  source: UpstreamFile,
  request: FileRequest,
): Promise<OpenedFile | OpenFailure> => {
  const failure =
    request.continuesDownload === true && source.opening !== undefined
      ? await checkBeginning(access, ticket, source, request)
      : null;
  const opened = failure ?? (await openUpstream(access, ticket, source, request));
  if (!opened.ok || isOfRequestedFile(opened, request)) return opened;
  opened.body.destroy();
  return openUpstream(access, ticket, source, { ...request, range: null, ifRange: null });
};
