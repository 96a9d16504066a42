/** Byte range requested by the client. `end` is inclusive; null means up to the end of the file. */
export type RequestedRange =
  | { readonly kind: 'from'; readonly start: number; readonly end: number | null }
  | { readonly kind: 'last'; readonly count: number };

/** A byte range with both ends known, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Content-Range of an upstream response: the range, and the bytes of the whole file (null when the upstream sends `*`).
 */
export interface ContentRange extends ByteRange {
  readonly total: number | null;
}

/** Numbers are limited to 15 digits, because longer ones would lose precision. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;
const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i;
const UNSATISFIED = /^bytes \*\/(\d{1,15})$/i;

/**
 * Parses a Range header. Returns null when it is missing, malformed or contains several ranges; each of these means the
 * whole file (RFC 9110, 14.2).
 */
export const readRange = (header: string | undefined): RequestedRange | null => {
  const match = RANGE.exec(header?.trim() ?? '');
  if (match === null) return null;
  if (match[3] !== undefined) return { kind: 'last', count: Number(match[3]) };
  const start = Number(match[1]);
  const end = match[2] === undefined || match[2] === '' ? null : Number(match[2]);
  return end !== null && end < start ? null : { kind: 'from', start, end };
};

/** Formats a range as the Range header of an upstream request. */
export const writeRange = (requested: RequestedRange): string =>
  requested.kind === 'last' ? `bytes=-${requested.count}` : `bytes=${requested.start}-${requested.end ?? ''}`;

/**
 * Resolves a range against a file of `size` bytes: an end beyond the file becomes its last byte. Null when the range contains no byte of
 * the file.
 */
export const placeRange = (requested: RequestedRange, size: number): ByteRange | null => {
  if (requested.kind === 'last') {
    return requested.count === 0 || size === 0
      ? null
      : { start: Math.max(0, size - requested.count), end: size - 1 };
  }
  return requested.start >= size
    ? null
    : { start: requested.start, end: Math.min(requested.end ?? size - 1, size - 1) };
};

/** Parses the Content-Range of a 206; null when it is missing, malformed or contradictory. */
export const readContentRange = (header: string | undefined): ContentRange | null => {
  const match = CONTENT_RANGE.exec(header ?? '');
  if (match === null) return null;
  const [start, end] = [Number(match[1]), Number(match[2])];
  const total = match[3] === '*' ? null : Number(match[3]);
  return end < start || (total !== null && end >= total) ? null : { start, end, total };
};

/** Parses the file size in the Content-Range of a 416; null when it is not stated. */
export const readUnsatisfiedSize = (header: string | undefined): number | null => {
  const match = UNSATISFIED.exec(header ?? '');
  return match === null ? null : Number(match[1]);
};

/**
 * Returns whether the received range is the requested one. An upstream that shifts or shortens a range would corrupt a
 * resumed file.
 */
export const matchesRange = (requested: RequestedRange, received: ContentRange): boolean => {
  if (received.total !== null) {
    const placed = placeRange(requested, received.total);
    return placed !== null && placed.start === received.start && placed.end === received.end;
  }
  return (
    requested.kind === 'from' &&
    received.start === requested.start &&
    received.end <= (requested.end ?? received.end)
  );
};
