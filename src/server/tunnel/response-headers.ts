import { create } from 'content-disposition';
import type { OpenedFile } from './opened-file.ts';

/**
 * Headers of every file. Third-party bytes on this origin may be shown and saved, but never executed, framed or
 * indexed.
 */
const FIXED = {
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
 * Creates all headers of a media response. Of the upstream's headers it contains only a validated ETag and
 * Last-Modified.
 */
export const createResponseHeaders = (
  file: Pick<OpenedFile, 'range' | 'total' | 'length' | 'mime' | 'etag' | 'lastModified'>,
  filename: string,
  attachment: boolean,
): Record<string, string> => {
  const { range, total, length, etag, lastModified } = file;
  return {
    ...FIXED,
    'content-type': file.mime,
    'content-disposition': create(filename, { type: attachment ? 'attachment' : 'inline' }),
    ...(length === null ? {} : { 'content-length': String(length) }),
    ...(range === null ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${total ?? '*'}` }),
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { 'last-modified': lastModified }),
  };
};
