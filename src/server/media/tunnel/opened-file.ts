import type { DownloadRefusalCode } from '#shared/errors.ts';
import { SNIFFED_BYTES } from '../../outbound/media-type.ts';
import { type MediaBody, OutboundError } from '../../outbound/outbound-client.ts';
import type { ByteRange } from './byte-range.ts';

/** A file, or a part of one, that has passed every check and may be sent to the visitor. */
export interface OpenedFile {
  readonly ok: true;
  /** Part that the body contains; null for the whole file. */
  readonly range: ByteRange | null;
  /** Number of bytes of the whole file; null when unknown. */
  readonly total: number | null;
  /** Exact number of bytes the body must have; null when only the transfer encoding marks its end. */
  readonly length: number | null;
  readonly mime: string;
  /** Media type that the source states, normalized by `readFileType`; `text/vtt` for captions. */
  readonly upstreamType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Whether the source is known to send parts of the file. */
  readonly sendsParts: boolean;
  readonly opening: Opening;
  readonly body: MediaBody;
}

/** Failure to open a file, before anything has been written. */
export interface OpenFailure {
  readonly ok: false;
  readonly code: DownloadRefusalCode;
  /** Number of bytes of the whole file, for the Content-Range of a 416; absent when unknown. */
  readonly totalSize?: number;
  /**
   * Where another attempt may succeed: at the same address, if the connection broke or the first bytes were those of another file; at a
   * fresh address, if this one has expired or has a file of another size. Absent if neither would help.
   */
  readonly tryAt?: 'same-address' | 'fresh-address';
}

const NOTHING = Buffer.alloc(0);
/** Milliseconds within which the first bytes of a file must arrive. */
const OPENING_TIMEOUT_MS = 20_000;

/** First bytes of a body, read before anything is sent. */
export class Opening {
  #bytes: Buffer;
  /** Whether the body has ended, so that these bytes are all of it. */
  readonly isWholeBody: boolean;

  constructor(bytes: Buffer, isWholeBody: boolean) {
    this.#bytes = bytes;
    this.isWholeBody = isWholeBody;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Drops the first `count` bytes, and returns them. */
  skip(count: number): Buffer {
    const skipped = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return skipped;
  }

  /** Returns the bytes and drops them, because they may be many and an opened file is used until its transfer ends. */
  take(): Buffer {
    const bytes = this.#bytes;
    this.#bytes = NOTHING;
    return bytes;
  }
}

/** Failure of a file that another attempt would not open either. */
export const MEDIA_FAILED: OpenFailure = { ok: false, code: 'media_failed' };
/** Failure of a body that broke, or ended before its stated number of bytes. */
export const BROKEN_OFF: OpenFailure = { ok: false, code: 'media_failed', tryAt: 'same-address' };
/**
 * Failure of a file whose first bytes do not have the digest that the ticket stores. A delivery network that has mixed up its responses may
 * send the right file next.
 */
export const OTHER_FILE: OpenFailure = { ok: false, code: 'media_failed', tryAt: 'same-address' };
/** Failure of an address whose file does not have the expected size. */
export const OTHER_SIZE: OpenFailure = { ok: false, code: 'media_failed', tryAt: 'fresh-address' };

/** Creates the failure for a range beyond the end of a file of `size` bytes (null when unknown). */
export const rangeUnsatisfiable = (size: number | null): OpenFailure => ({
  ok: false,
  code: 'range_unsatisfiable',
  ...(size === null ? {} : { totalSize: size }),
});

/** A body and the first bytes that have been read from it. */
export interface OpenedBody {
  readonly body: MediaBody;
  readonly opening: Opening;
}

/**
 * Why a transfer needs another body: the previous body was `broken` or too `slow`, or its connection was `freed` while the reader waited.
 */
export type ResumeCause = 'broken' | 'slow' | 'freed';

/** Source of further bodies of the file that a transfer sends. */
export interface Continuation {
  /**
   * Readers that wait with an open upstream connection, of all transfers. The reader of this transfer is in the set while it waits. Null if
   * the rest of the file may not be available later, so that the connection is kept.
   */
  readonly waitingReaders: Set<object> | null;
  /**
   * Opens a body that continues after the first `received` bytes of this response; `tail` is the last of these bytes. Resolves with null
   * when there is no such body. Never rejects.
   */
  open(received: number, cause: ResumeCause, tail: Buffer): Promise<OpenedBody | null>;
}

/**
 * Reads at least the first `minBytes` bytes of a body, or all of a shorter one, and leaves the body paused. Rejects with the body's own
 * error, and with OutboundError `timeout` after `timeoutMs`, because a network that sends single bytes would hold the transfer for hours.
 */
export const readOpening = (
  body: MediaBody,
  minBytes: number = SNIFFED_BYTES,
  timeoutMs: number = OPENING_TIMEOUT_MS,
): Promise<Opening> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => body.destroy(new OutboundError('timeout')), timeoutMs);
    const settle = (isWholeBody: boolean): void => {
      clearTimeout(timer);
      body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      if (!isWholeBody) body.pause();
      resolve(new Opening(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), isWholeBody));
    };
    const onData = (chunk: Buffer): void => {
      // The memory of a chunk that is released is read into again.
      chunks.push(Buffer.from(chunk));
      body.release(chunk);
      length += chunk.length;
      if (length >= minBytes) settle(false);
    };
    const onEnd = (): void => settle(true);
    const onError = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    const onClose = (): void => onError(body.errored ?? new Error('body closed before it was read'));
    body.on('error', onError).on('close', onClose).on('end', onEnd).on('data', onData);
    if (body.destroyed) onClose();
    else body.resume();
  });
