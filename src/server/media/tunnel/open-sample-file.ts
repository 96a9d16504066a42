import { createReadStream } from 'node:fs';
import { readMediaType } from '../../outbound/media-type.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { placeRange, type RequestedRange } from './byte-range.ts';
import {
  MEDIA_FAILED,
  type OpenedFile,
  type OpenFailure,
  readOpening,
  unsatisfiable,
} from './opened-file.ts';

/** Finds a built-in sample file by name; null when there is none. */
export type FindSample = (file: string) => { readonly path: string; readonly size: number } | null;

/**
 * Opens a sample file of the program or the requested part of it. Returns a failure for an unknown file and for a range beyond its end;
 * rejects when the file cannot be read.
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
  const range = requested === null ? null : placeRange(requested, size);
  if (requested !== null && range === null) return unsatisfiable(size);
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
