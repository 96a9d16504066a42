import { createReadStream } from 'node:fs';
import { readMediaType } from '../../outbound/media-type.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { type RequestedRange, resolveRange } from './byte-range.ts';
import {
  MEDIA_FAILED,
  type OpenedFile,
  type OpenFailure,
  rangeUnsatisfiable,
  readOpening,
} from './opened-file.ts';

/** Finds a built-in sample file by name. Returns its path and its size in bytes; null when there is no such file. */
export type FindSample = (file: string) => { readonly path: string; readonly size: number } | null;

/**
 * Opens the sample file named `file`, or the requested part of it. Returns a failure for an unknown file, for a type that must not be sent,
 * and for a range beyond the end of the file. Rejects when the file cannot be read.
 */
export const openSampleFile = async (
  findSample: FindSample,
  ticket: Ticket,
  file: string,
  requested: RequestedRange | null,
): Promise<OpenedFile | OpenFailure> => {
  const found = findSample(file);
  const mime = readMediaType(ticket.mime);
  if (found === null || mime === null) return MEDIA_FAILED;
  const { size } = found;
  const range = requested === null ? null : resolveRange(requested, size);
  if (requested !== null && range === null) return rangeUnsatisfiable(size);
  const part = range === null ? {} : { start: range.start, end: range.end };
  const body = Object.assign(createReadStream(found.path, part), { release: () => undefined });
  const opening = await readOpening(body);
  const length = range === null ? size : range.end - range.start + 1;
  return {
    ok: true,
    range,
    total: size,
    length,
    mime,
    upstreamType: mime,
    etag: null,
    lastModified: null,
    sendsParts: true,
    opening,
    body,
  };
};
