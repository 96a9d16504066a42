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
  placeRange,
  type RequestedRange,
  readContentRange,
  readUnsatisfiedSize,
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
  readOpening,
  unsatisfiable,
} from './opened-file.ts';

/** A delivery network that sends nothing for this long in the middle of a file has stalled. */
const TUNNEL_IDLE_TIMEOUT_MS = 20_000;
const TUNNEL_REDIRECTS_MAX = 3;
/** Bytes of a part that must arrive: more than a continued transfer repeats, because a network that stalls may still have those. */
const PART_OPENING_BYTES = 2 * SNIFFED_BYTES;

export interface UpstreamAccess {
  readonly outbound: Pick<MediaClient, 'requestMedia'>;
  /** Hosts media may be fetched from. */
  readonly hosts: MediaHosts;
  /** Longest time between two chunks of the body, in milliseconds. */
  readonly idleTimeout?: number;
}

/** Requested part of a file, its condition, and the signal that cancels the request. */
export interface FileRequest {
  readonly range: RequestedRange | null;
  /** If-Range validator; null when there is none. */
  readonly ifRange: string | null;
  readonly signal: AbortSignal;
  /** Whether the part is appended to bytes that were saved before. */
  readonly continuesDownload?: boolean;
  /** Whether no kept connection may be used: after a failed attempt, its bytes may belong to another file. */
  readonly needsNewConnection?: boolean;
}

/** Range and lengths that the headers of a response state. */
interface Promised {
  readonly ok: true;
  readonly range: ByteRange | null;
  readonly total: number | null;
  readonly length: number | null;
}

/**
 * Faults for which the delivery network was not reached. They get an error code of their own, because the visitor's own
 * network may still reach it.
 */
const UNREACHED_FAULTS: ReadonlySet<OutboundFault> = new Set(['unresolved', 'unreachable', 'timeout']);
/** Statuses with which a cobalt server refuses a tunnel file whose link has expired, or was issued before the server restarted. */
const FORGOTTEN: ReadonlySet<number> = new Set([401, 404]);
/** Failure for a link whose signature has expired; the post must be read again for a new one. */
const EXPIRED: OpenFailure = { ok: false, code: 'ticket_expired', tryAt: 'fresh-address' };
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

const checkWholeHead = ({ headers }: MediaResponse, size: number | null): Promised | OpenFailure => {
  const length = readLength(headers['content-length']);
  if (length !== null && size !== null && length !== size) return OTHER_SIZE;
  const total = length ?? size;
  // A body that ends with the connection looks the same complete or cut off: without a size its end proves nothing.
  if (total === null && headers['transfer-encoding']?.toLowerCase() !== 'chunked') return MEDIA_FAILED;
  return { ok: true, range: null, total, length: total };
};

/**
 * Returns the part in a response of the owner's cobalt server, which omits Content-Range: the requested one if Content-Length is its number
 * of bytes, else null.
 */
const cobaltPart = (
  { headers }: MediaResponse,
  size: number | null,
  requested: RequestedRange | null,
): ContentRange | null => {
  const placed = requested === null || size === null ? null : placeRange(requested, size);
  const isWhole = placed !== null && headers['content-length'] === String(placed.end - placed.start + 1);
  return isWhole ? { ...placed, total: size } : null;
};

const checkPartHead = (
  response: MediaResponse,
  size: number | null,
  source: UpstreamFile,
  requested: RequestedRange | null,
): Promised | OpenFailure => {
  const { headers } = response;
  const stated = headers['content-range'];
  const received =
    stated === undefined && isCobaltFile(source)
      ? cobaltPart(response, size, requested)
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
  const beyond = requested !== null && (size === null || placeRange(requested, size) === null);
  return beyond ? unsatisfiable(size) : MEDIA_FAILED;
};

/**
 * Removes range and condition from a request that the owner's cobalt server cannot answer correctly: one with If-Range, which it ignores,
 * or for a file of unknown size, because its partial responses do not state their position. Returns all other requests unchanged.
 */
const limitToSupported = (request: FileRequest, { size }: Ticket, source: UpstreamFile): FileRequest =>
  !isCobaltFile(source) || (request.ifRange === null && size !== null)
    ? request
    : { ...request, range: null, ifRange: null };

/** Checks the headers of a response against the request and the ticket. */
const checkHead = (
  response: MediaResponse,
  ticket: Ticket,
  source: UpstreamFile,
  requested: RequestedRange | null,
): Promised | OpenFailure => {
  const { status, headers } = response;
  if (status === 416) return readRangeRefusal(response, ticket, requested);
  if (status === 403 || status === 410 || (FORGOTTEN.has(status) && isCobaltFile(source))) return EXPIRED;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return MEDIA_FAILED;
  if (status === 200) return checkWholeHead(response, ticket.size);
  return status === 206 ? checkPartHead(response, ticket.size, source, requested) : MEDIA_FAILED;
};

/** Returns the failure when the first bytes contradict the stated length; null when they do not. */
const findContradiction = ({ bytes, ended }: Opening, length: number | null): OpenFailure | null => {
  if (length === null) return null;
  if (bytes.length > length) return MEDIA_FAILED;
  return ended && bytes.length < length ? BROKEN_OFF : null;
};

/** Returns whether the first bytes of a file are those that the preview has seen; true as well when there are too few to compare. */
const isSeenFile = (seen: string, { bytes, ended }: Opening, total: number | null): boolean => {
  const digest = digestOpening(bytes, total ?? (ended ? bytes.length : null));
  return digest === null || digest === seen;
};

/**
 * Checks the type and the first bytes of a response. Only a body that starts at the beginning of the file shows its type in its bytes and
 * can be compared with what the preview has seen.
 */
const checkBody = async (
  response: MediaResponse,
  ticket: Ticket,
  { opening: seen }: UpstreamFile,
  promised: Promised,
  openingMs: number,
): Promise<OpenedFile | OpenFailure> => {
  const { headers, body } = response;
  const upstreamType = readFileType(ticket.mediaKind, headers['content-type']);
  if (upstreamType === null) return MEDIA_FAILED;
  const fromStart = (promised.range?.start ?? 0) === 0;
  const compared = fromStart ? seen : undefined;
  const least = compared !== undefined ? OPENING_BYTES : fromStart ? SNIFFED_BYTES : PART_OPENING_BYTES;
  const opening = await readOpening(body, least, openingMs);
  const contradiction = findContradiction(opening, promised.length);
  if (contradiction !== null) return contradiction;
  if (compared !== undefined && !isSeenFile(compared, opening, promised.total)) return OTHER_FILE;
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
    sendsParts: promised.range !== null || headers['accept-ranges']?.toLowerCase() === 'bytes',
    opening,
    body,
  };
};

/** Parses an If-Range header that may be forwarded upstream: a strong ETag or a date, else null (RFC 9110, 13.1.5). */
export const readIfRange = (header: string | undefined): string | null => {
  const value = header?.trim() ?? '';
  const strong = STRONG_OR_WEAK_ETAG.test(value) && value.startsWith('"');
  return strong || HTTP_DATE.test(value) ? value : null;
};

/**
 * Opens a file of a delivery network and checks its headers and first bytes. Returns every failure of the network as a
 * value; rejects only with the signal's reason.
 */
export const openUpstream = async (
  { outbound, hosts, idleTimeout = TUNNEL_IDLE_TIMEOUT_MS }: UpstreamAccess,
  ticket: Ticket,
  source: UpstreamFile,
  original: FileRequest,
): Promise<OpenedFile | OpenFailure> => {
  const request = limitToSupported(original, ticket, source);
  let response: MediaResponse | null = null;
  let opened: OpenedFile | OpenFailure = MEDIA_FAILED;
  try {
    response = await outbound.requestMedia({
      url: source.url,
      headers: upstreamHeaders(source, request),
      hosts: hostPolicyFor(hosts, source),
      redirects: TUNNEL_REDIRECTS_MAX,
      bodyTimeoutMs: idleTimeout,
      signal: request.signal,
      post: ticket.post,
      needsNewConnection: request.needsNewConnection ?? false,
    });
    const promised = checkHead(response, ticket, source, request.range);
    opened = promised.ok ? await checkBody(response, ticket, source, promised, idleTimeout) : promised;
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
 * Requests the beginning of a file that a download continues. Returns the failure when the file cannot be opened or is not the one that the
 * preview has seen; null when it is.
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

/** Returns whether a part belongs to the file that the condition names, as far as the response identifies it. */
const isOfRequestedFile = ({ range, etag, lastModified }: OpenedFile, { ifRange }: FileRequest): boolean => {
  if (range === null || ifRange === null) return true;
  return ((ifRange.startsWith('"') ? etag : lastModified) ?? ifRange) === ifRange;
};

/**
 * Opens a file, or the part of it that a visitor requests. Before a part that continues a download, checks that the file still begins as
 * the preview has seen it. When a response has a part of another file than If-Range names, opens the whole file instead.
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
