import { createHash } from 'node:crypto';

/**
 * Bytes at the beginning of a file that tell it from others. Pictures of one encoder share their first 600 bytes (JPEG tables), clips the
 * first box; in 4 KB are picture data and the sizes of a clip's frames.
 */
export const OPENING_BYTES = 4 * 1024;
/** Characters of a digest: 128 bits. */
const DIGEST_CHARACTERS = 22;

/**
 * Returns the digest by which a file of `size` bytes is recognised (null: unknown size) from its first bytes. Null when these are too few.
 */
export const digestOpening = (bytes: Buffer, size: number | null): string | null =>
  bytes.length < OPENING_BYTES && bytes.length !== size
    ? null
    : createHash('sha256')
        .update(bytes.subarray(0, OPENING_BYTES))
        .digest('base64url')
        .slice(0, DIGEST_CHARACTERS);
