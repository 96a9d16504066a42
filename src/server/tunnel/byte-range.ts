/** A single byte range as asked for; `end` is inclusive, null for "to the end". */
export type RequestedRange =
  | { readonly kind: 'from'; readonly start: number; readonly end: number | null }
  | { readonly kind: 'last'; readonly count: number };

/** A byte range with both ends known, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What an upstream says it sends: the range, and the whole file's bytes unless it keeps them to itself (`*`). */
export interface ContentRange extends ByteRange {
  readonly total: number | null;
}

/** Longer numbers would lose digits. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;
const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i;
const UNSATISFIED = /^bytes \*\/(\d{1,15})$/i;

/** Reads a Range header. Null when there is none, when it is malformed, or when it asks for several ranges: all mean the whole file (RFC 9110, 14.2). */
export const readRange = (header: string | undefined): RequestedRange | null => {
  const match = RANGE.exec(header?.trim() ?? '');
  if (match === null) return null;
  if (match[3] !== undefined) return { kind: 'last', count: Number(match[3]) };
  const start = Number(match[1]);
  const end = match[2] === undefined || match[2] === '' ? null : Number(match[2]);
  return end !== null && end < start ? null : { kind: 'from', start, end };
};

/** Writes a range as an upstream is asked for it. */
export const writeRange = (requested: RequestedRange): string =>
  requested.kind === 'last' ? `bytes=-${requested.count}` : `bytes=${requested.start}-${requested.end ?? ''}`;

/** Places a range inside a file of `size` bytes; null when it lies beyond the end. */
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

/** Reads the Content-Range of a 206; null when it is missing or contradicts itself. */
export const readContentRange = (header: string | undefined): ContentRange | null => {
  const match = CONTENT_RANGE.exec(header ?? '');
  if (match === null) return null;
  const [start, end] = [Number(match[1]), Number(match[2])];
  const total = match[3] === '*' ? null : Number(match[3]);
  return end < start || (total !== null && end >= total) ? null : { start, end, total };
};

/** Reads the size out of the Content-Range of a 416, if it is told. */
export const readUnsatisfiedSize = (header: string | undefined): number | null => {
  const match = UNSATISFIED.exec(header ?? '');
  return match === null ? null : Number(match[1]);
};

/** Tells whether what came is what was asked for. An upstream that shifts or shortens a range would corrupt a resumed file. */
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
