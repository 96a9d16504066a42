import type { OutboundResponse } from '../net/outbound-client.ts';
import type { Ticket, TicketSource } from '../tickets/ticket.ts';
import { placeRange, type RequestedRange } from './byte-range.ts';

type UpstreamSource = Extract<TicketSource, { kind: 'upstream' }>;

/** What may be asked of a file: its source, and its size where that is known. */
type RequestedFile = Pick<Ticket, 'size'> & { readonly source: UpstreamSource };

/** How a tunnel of cobalt's refuses a file it handed out too long ago, or before it was started anew. */
const FORGOTTEN: ReadonlySet<number> = new Set([401, 404]);
const EXPIRED = 410;

/**
 * Drops a wish the owner's instance cannot answer truthfully: it judges no condition, and says of a part neither where it
 * lies nor of how much. Files of delivery networks are asked for as wanted.
 */
export const limitToSupported = <Wanted extends { range: RequestedRange | null; ifRange: string | null }>(
  { source, size }: RequestedFile,
  wanted: Wanted,
): Wanted =>
  source.via === undefined || (wanted.ifRange === null && size !== null)
    ? wanted
    : { ...wanted, range: null, ifRange: null };

/**
 * Completes the head of an answer of the owner's instance. Its tunnel passes a range on and the part back, but not the
 * Content-Range: where exactly the bytes asked for are announced, that is what it would say.
 */
export const completeResponse = (
  response: OutboundResponse,
  { source, size }: RequestedFile,
  range: RequestedRange | null,
): OutboundResponse => {
  if (source.via === undefined) return response;
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
