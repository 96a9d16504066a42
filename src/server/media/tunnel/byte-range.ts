/**
 * Byte range that the client requests: `from` the byte `start` to the byte `end`, inclusive (null for the end of the file), or the `last`
 * `count` bytes.
 */
export type RequestedRange =
  | { readonly kind: 'from'; readonly start: number; readonly end: number | null }
  | { readonly kind: 'last'; readonly count: number };

/** Byte range with both ends known. `end` is inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Content-Range of an upstream response: the range, and the number of bytes of the whole file (null when the upstream sends `*`). */
export interface ContentRange extends ByteRange {
  readonly total: number | null;
}

/** Match headers with numbers of at most 15 digits, because longer numbers would lose precision. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;
const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i;
const UNSATISFIED = /^bytes \*\/(\d{1,15})$/i;

/**
 * Parses a Range header. Returns null when the header is missing, malformed or contains several ranges; in each case the whole file is
 * meant (RFC 9110, 14.2).
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
 * Resolves a range against a file of `size` bytes: an end beyond the file becomes its last byte. Returns null when the range contains no
 * byte of the file.
 */
export const resolveRange = (requested: RequestedRange, size: number): ByteRange | null => {
  if (requested.kind === 'last') {
    return requested.count === 0 || size === 0
      ? null
      : { start: Math.max(0, size - requested.count), end: size - 1 };
  }
  return requested.start >= size
    ? null
    : { start: requested.start, end: Math.min(requested.end ?? size - 1, size - 1) };
};

/** Parses the Content-Range of a 206. Returns null when the header is missing, malformed or contradictory. */
export const readContentRange = (header: string | undefined): ContentRange | null => {
  const match = CONTENT_RANGE.exec(header ?? '');
  if (match === null) return null;
  const [start, end] = [Number(match[1]), Number(match[2])];
  const total = match[3] === '*' ? null : Number(match[3]);
  return end < start || (total !== null && end >= total) ? null : { start, end, total };
};

/** Parses the file size in the Content-Range of a 416. Returns null when the header does not state it. */
export const readUnsatisfiedSize = (header: string | undefined): number | null => {
  const match = UNSATISFIED.exec(header ?? '');
  return match === null ? null : Number(match[1]);
};

/** Returns whether `received` is the range that was requested. An upstream that shifts or shortens a range would corrupt a resumed file. */
export const matchesRange = (requested: RequestedRange, received: ContentRange): boolean => {
  if (received.total !== null) {
    const placed = resolveRange(requested, received.total);
    return placed !== null && placed.start === received.start && placed.end === received.end;
  }
  return (
    requested.kind === 'from' &&
    received.start === requested.start &&
    received.end <= (requested.end ?? received.end)
  );
};
