import type { ServerResponse } from 'node:http';
import { create } from 'content-disposition';
import type { DownloadRefusalCode } from '#shared/errors.ts';
import { bindToRequest } from '../../base/observability/request-reference.ts';
import { readFileType } from '../../outbound/media-type.ts';
import { directLink, platformLink } from '../../platforms/direct-link.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { readRange, resolveRange } from './byte-range.ts';
import { type FindSample, openSampleFile } from './open-sample-file.ts';
import { type FileRequest, readIfRange } from './open-upstream.ts';
import { type OpenedFile, type OpenFailure, type ResumeCause, rangeUnsatisfiable } from './opened-file.ts';
import { type PumpLimits, pumpBody } from './pump.ts';
import { createTransferSource, type TransferSource, type TransferSourceAccess } from './transfer-source.ts';

/**
 * Headers of every file. Third-party bytes on this origin may be shown and saved, but never executed, framed or
 * indexed.
 */
const FIXED_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-accel-buffering': 'no',
  'accept-ranges': 'bytes',
} as const;

/**
 * Returns whether a file is sent only whole and only as an attachment. This applies to caption files, which are small, and whose type is
 * known only from their first bytes.
 */
const isWholeAttachment = ({ mediaKind }: Pick<Ticket, 'mediaKind'>): boolean => mediaKind === 'captions';

/** Creates all headers of a media response. The only upstream headers among them are a validated ETag and Last-Modified. */
const createResponseHeaders = (
  file: Pick<OpenedFile, 'range' | 'total' | 'length' | 'mime' | 'etag' | 'lastModified'>,
  ticket: Pick<Ticket, 'filename' | 'mediaKind'>,
  { isAttachment, isUnnamed = false }: Disposition,
): Record<string, string> => {
  const { range, total, length, etag, lastModified } = file;
  const isWhole = isWholeAttachment(ticket);
  return {
    ...FIXED_HEADERS,
    ...(isWhole ? { 'accept-ranges': 'none' } : {}),
    'content-type': file.mime,
    'content-disposition': create(isUnnamed ? undefined : ticket.filename, {
      type: isAttachment || isWhole ? 'attachment' : 'inline',
    }),
    ...(length === null ? {} : { 'content-length': String(length) }),
    ...(range === null ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${total ?? '*'}` }),
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { 'last-modified': lastModified }),
  };
};

/** Minimum speed of readers and delivery networks over SLOW_WINDOW_SECONDS. A slower one only holds connections and a slot. */
const MIN_BYTES_PER_SECOND = 1_024;
const SLOW_WINDOW_SECONDS = 60;
const LIMITS: PumpLimits = {
  // Safety limits for a transfer that would never end. The number of bytes holds for a response without a length: an hour, the longest
  // clip of both platforms, takes 3.6 GB at 8 Mbit/s, more than they deliver.
  maxBytes: 4 * 1024 ** 3,
  maxDurationMs: 2 * 60 * 60 * 1_000,
  slowReaderWindowMs: SLOW_WINDOW_SECONDS * 1_000,
  slowReaderBytes: MIN_BYTES_PER_SECOND * SLOW_WINDOW_SECONDS,
  slowBodyBytes: MIN_BYTES_PER_SECOND * SLOW_WINDOW_SECONDS,
  // Number of readers that may keep an upstream connection while they wait, and the time after which further readers lose it.
  waitingReadersMax: 16,
  waitingReaderMs: 250,
};

interface Disposition {
  /** Whether the browser saves the file under the ticket's file name instead of showing it. */
  readonly isAttachment: boolean;
  /** Whether the page names the file, so that the response must not. */
  readonly isUnnamed?: boolean;
}

export interface TunnelRequest extends Disposition {
  readonly method: 'GET' | 'HEAD';
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/**
 * Result of a transfer; `bytes` is the number of bytes sent. With a DownloadRefusalCode, nothing has been written; with the other codes,
 * the connection was destroyed or the visitor left.
 */
export type TunnelOutcome =
  | { readonly ok: true; readonly bytes: number }
  | { readonly ok: false; readonly code: DownloadRefusalCode; readonly totalSize?: number }
  | { readonly ok: false; readonly code: 'aborted' | 'destroyed' | 'let_go' };

/** One finished transfer, for statistics. */
export interface TunnelTransfer {
  readonly ticket: Ticket;
  readonly method: TunnelRequest['method'];
  /** Whether the file was requested as a download. */
  readonly isAttachment: boolean;
  /** Milliseconds until the first byte could be sent; null when no byte could be sent. */
  readonly firstByteMs: number | null;
  /** Duration of the transfer in milliseconds. */
  readonly ms: number;
  readonly outcome: TunnelOutcome;
}

/**
 * Dependencies of a tunnel. Tests replace the limits. `observe` is called with each finished transfer. `onSent` is called with the number
 * of bytes that a visitor has taken since the last call for the same transfer: every ten seconds, and at the end.
 */
export interface TunnelOptions extends TransferSourceAccess {
  readonly findSample: FindSample;
  readonly limits?: Partial<PumpLimits>;
  readonly observe?: (transfer: TunnelTransfer) => void;
  readonly onSent?: (ticket: Ticket, bytes: number) => void;
}

/** Derives the request for the file from the visitor's request. Drops a range with an invalid condition, so that the whole file is sent. */
const readFileRequest = (
  ticket: Ticket,
  { range, ifRange, isAttachment }: TunnelRequest,
  signal: AbortSignal,
): FileRequest => {
  if (isWholeAttachment(ticket)) return { range: null, ifRange: null, signal };
  const condition = readIfRange(ifRange);
  const isDropped = ifRange !== undefined && condition === null;
  const part = isDropped ? null : readRange(range);
  const continuesDownload = isAttachment && part !== null && !(part.kind === 'from' && part.start === 0);
  return { range: part, ifRange: condition, signal, continuesDownload };
};

/** Returns the failure for a range beyond a known size, without an upstream request; null when the range may be valid. */
const checkKnownSize = ({ size }: Ticket, { range, ifRange }: FileRequest): OpenFailure | null =>
  range !== null && ifRange === null && size !== null && resolveRange(range, size) === null
    ? rangeUnsatisfiable(size)
    : null;

const createSource = (options: TunnelOptions, ticket: Ticket, request: FileRequest): TransferSource => {
  const { source } = ticket;
  if (source.kind === 'upstream') return createTransferSource(options, ticket, source, request);
  // Built-in files have no validator, so no If-Range condition can hold.
  const range = request.ifRange === null ? request.range : null;
  return {
    open: () => openSampleFile(options.findSample, ticket, source.file, range),
    canResume: () => false,
    resume: async () => null,
  };
};

/** What `send` needs besides the file and its source. */
interface Sending extends Pick<TunnelOptions, 'onSent'> {
  readonly ticket: Ticket;
  readonly request: TunnelRequest;
  readonly response: ServerResponse;
  readonly limits: PumpLimits;
  /** Readers that wait with an open upstream connection, of all transfers. */
  readonly waitingReaders: Set<object>;
}

const send = async (
  file: OpenedFile,
  transferSource: TransferSource,
  { ticket, request, response, limits, waitingReaders, onSent }: Sending,
): Promise<TunnelOutcome> => {
  try {
    response.writeHead(file.range === null ? 200 : 206, createResponseHeaders(file, ticket, request));
    if (request.method === 'HEAD') {
      response.end();
      return { ok: true, bytes: 0 };
    }
    return await pumpBody(
      file,
      response,
      file.length,
      limits,
      isWholeAttachment(ticket)
        ? null
        : {
            waitingReaders: transferSource.canResume(file) ? waitingReaders : null,
            open: bindToRequest((received: number, cause: ResumeCause, tail: Buffer) =>
              transferSource.resume(file, received, cause, tail),
            ),
          },
      (bytes) => onSent?.(ticket, bytes),
    );
  } finally {
    file.body.destroy();
  }
};

const refusal = ({ code, totalSize }: OpenFailure): TunnelOutcome => ({
  ok: false,
  code,
  ...(totalSize === undefined ? {} : { totalSize }),
});

/**
 * Returns the response headers of the whole file from the ticket's data; null when the ticket states no size, or a type that must not be
 * sent.
 */
const knownHead = (ticket: Ticket, disposition: Disposition): Readonly<Record<string, string>> | null => {
  const { size } = ticket;
  const mime = readFileType(ticket.mediaKind, ticket.mime);
  if (size === null || mime === null) return null;
  const file = { range: null, total: size, length: size, mime, etag: null, lastModified: null };
  return createResponseHeaders(file, ticket, disposition);
};

/** Creates the tunnel, which streams files from the delivery networks to visitors. A transfer is either complete or visibly broken. */
export const createTunnel = (options: TunnelOptions) => {
  const limits: PumpLimits = { ...LIMITS, ...options.limits };
  const waitingReaders = new Set<object>();

  /**
   * Writes the response for a ticket and resolves when the response has ended, or resolves with a DownloadRefusalCode without writing
   * anything. Resolves with `aborted` when the visitor leaves before. Rejects when a built-in file cannot be read. Calls `observe`, except
   * when the visitor left before the file was opened.
   */
  const serve = async (
    ticket: Ticket,
    request: TunnelRequest,
    response: ServerResponse,
  ): Promise<TunnelOutcome> => {
    const { method, isAttachment } = request;
    const started = performance.now();
    const disconnected = new AbortController();
    const onClose = (): void => disconnected.abort();
    response.once('close', onClose);
    if (response.destroyed) return { ok: false, code: 'aborted' };
    try {
      const fileRequest = readFileRequest(ticket, request, disconnected.signal);
      const transferSource = createSource(options, ticket, fileRequest);
      const file = checkKnownSize(ticket, fileRequest) ?? (await transferSource.open());
      const firstByteMs = file.ok ? performance.now() - started : null;
      const outcome = file.ok
        ? await send(file, transferSource, { ...options, ticket, request, response, limits, waitingReaders })
        : refusal(file);
      // A visitor who left while the file was being opened has not seen a failure.
      if (file.ok || !disconnected.signal.aborted)
        options.observe?.({
          ticket,
          method,
          isAttachment,
          firstByteMs,
          ms: performance.now() - started,
          outcome,
        });
      return outcome;
    } catch (error) {
      if (disconnected.signal.aborted) return { ok: false, code: 'aborted' };
      throw error;
    } finally {
      response.off('close', onClose);
    }
  };

  return {
    serve,
    knownHead,
    /** Returns the platform's own address of the ticket's file if a browser can open it directly; otherwise null. */
    directLink: ({ source }: Ticket): string | null => directLink(source, options.hosts),
    /**
     * Returns the platform's own address of the ticket's file if the delivery network can send the file instead of this server; null for
     * thumbnails, captions and files for which `platformLink` returns null.
     */
    deliveryLink: ({ purpose, mediaKind, source }: Ticket): string | null =>
      purpose === 'media' && mediaKind !== 'captions' ? platformLink(source) : null,
  };
};

export type Tunnel = ReturnType<typeof createTunnel>;
