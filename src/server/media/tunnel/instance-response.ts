import { isInstanceFile, type UpstreamFile } from '../../outbound/media-source.ts';
import type { MediaResponse } from '../../outbound/outbound-client.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { placeRange, type RequestedRange } from './byte-range.ts';

/** Upstream source of a file, and its size when known. */
type RequestedFile = Pick<Ticket, 'size'> & { readonly source: UpstreamFile };

/**
 * Statuses with which a cobalt tunnel refuses a file whose link has expired, or was issued before the instance
 * restarted.
 */
const FORGOTTEN: ReadonlySet<number> = new Set([401, 404]);
const EXPIRED = 410;

/**
 * Removes range and condition from a request to the owner's cobalt instance that it cannot answer correctly: one with If-Range, which it
 * ignores, or for a file of unknown size, because its partial responses do not state their position. Returns all other requests unchanged.
 */
export const limitToSupported = <
  PartRequest extends { range: RequestedRange | null; ifRange: string | null },
>(
  { source, size }: RequestedFile,
  request: PartRequest,
): PartRequest =>
  !isInstanceFile(source) || (request.ifRange === null && size !== null)
    ? request
    : { ...request, range: null, ifRange: null };

/**
 * Adds the Content-Range that the owner's cobalt instance omits from a partial response, if Content-Length is the requested number of
 * bytes. Replaces the statuses of an expired link by 410. Returns all other responses unchanged.
 */
export const completeResponse = (
  response: MediaResponse,
  { source, size }: RequestedFile,
  range: RequestedRange | null,
): MediaResponse => {
  if (!isInstanceFile(source)) return response;
  const { status, headers } = response;
  if (FORGOTTEN.has(status)) return { ...response, status: EXPIRED };
  const placed = range === null || size === null ? null : placeRange(range, size);
  const contentLength = headers['content-length'] ?? '';
  if (status !== 206 || headers['content-range'] !== undefined || placed === null) return response;
  if (contentLength !== String(placed.end - placed.start + 1)) return response;
  return {
    ...response,
    headers: { ...headers, 'content-range': `bytes ${placed.start}-${placed.end}/${String(size)}` },
  };
};
