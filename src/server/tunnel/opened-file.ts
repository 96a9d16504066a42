import type { Readable } from 'node:stream';
import type { ErrorCode } from '#shared/errors.ts';
import { SNIFFED_BYTES } from '../net/media-type.ts';
import type { ByteRange } from './byte-range.ts';

/** A file, or a part of it, that has passed every check and whose bytes may go to the visitor. */
export interface OpenedFile {
  readonly ok: true;
  /** The part that comes; null for the whole file. */
  readonly range: ByteRange | null;
  /** Bytes of the whole file, null when nobody has told. */
  readonly total: number | null;
  /** Bytes that must come, no more and no fewer; null when only the framing tells. */
  readonly length: number | null;
  readonly mime: string;
  /** The type as the network named it. */
  readonly upstreamType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly opening: Opening;
  readonly body: Readable;
}

/** Why a file could not be opened, while nothing has been written yet. */
export interface OpenFailure {
  readonly ok: false;
  readonly code: ErrorCode;
  /** Bytes of the whole file, for the Content-Range of a 416. */
  readonly totalSize?: number;
  /** Where another try may yet bring the file: the connection broke, or this address no longer gives what was promised. */
  readonly tryAt?: 'same-address' | 'fresh-address';
}

/** The first bytes of a body, taken off it before anything is sent. */
export interface Opening {
  readonly bytes: Buffer;
  /** The body was so short that it is over. */
  readonly ended: boolean;
}

export const MEDIA_FAILED: OpenFailure = { ok: false, code: 'media_failed' };
/** The body ended before it was as long as its own head said. */
export const BROKEN_OFF: OpenFailure = { ok: false, code: 'media_failed', tryAt: 'same-address' };
/** The address gives a file of another size than the one that was promised. */
export const OTHER_SIZE: OpenFailure = { ok: false, code: 'media_failed', tryAt: 'fresh-address' };

/** Names a range beyond the end of the file. */
export const unsatisfiable = (size: number | null): OpenFailure => ({
  ok: false,
  code: 'range_unsatisfiable',
  ...(size === null ? {} : { totalSize: size }),
});

/** Takes enough first bytes off a body to judge it by, and leaves it paused. Rejects with the body's own error. */
export const readOpening = (body: Readable): Promise<Opening> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (ended: boolean): void => {
      body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      if (!ended) body.pause();
      resolve({ bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), ended });
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= SNIFFED_BYTES) settle(false);
    };
    const onEnd = (): void => settle(true);
    const onError = (error: Error): void => reject(error);
    const onClose = (): void => reject(body.errored ?? new Error('body closed before it was read'));
    body.on('error', onError).on('close', onClose).on('end', onEnd).on('data', onData);
    if (body.destroyed) onClose();
  });
