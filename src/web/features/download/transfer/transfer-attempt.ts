import { type Problem, problemSchema } from '#shared/contract/problem.ts';
import type { FileIdentity } from './bytes-place.ts';
import type { PartialFile } from './partial-file.ts';

/** Request for a whole file or for its missing bytes. */
export interface AttemptRequest {
  readonly url: string;
  /** Size in bytes that the preview proved; null when the preview could only estimate it. */
  readonly expectedSize: number | null;
  /** Maximum number of bytes collected in memory. */
  readonly maxBytes: number;
  /** Bytes received so far. The attempt appends new bytes. */
  readonly partialFile: PartialFile;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Returns whether the received bytes may be discarded to start over. Returns true only once per transfer. */
  readonly claimRestart: () => boolean;
  /** Called with the received and the total bytes; `total` is null while it is unknown. */
  readonly onProgress: (received: number, total: number | null) => void;
}

/** Outcome of one request. `partialFile` keeps the received bytes, unless they are more than the file has or `maxBytes` allows. */
export type AttemptEnd =
  | { readonly kind: 'complete' }
  /** The file is larger than `maxBytes`, or than the disk has room for. */
  | { readonly kind: 'too-large' }
  /** The signal aborted. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'refused'; readonly status: number; readonly problem: Problem | null }
  /** The response ended before its last byte, or its content type is not that of a media or caption file, as for a proxy's page. */
  | { readonly kind: 'dropped' }
  /**
   * The response is of another file than the preview or the received bytes, or the received bytes cannot be continued and `claimRestart`
   * returned false.
   */
  | { readonly kind: 'changed' };

interface Head {
  readonly identity: FileIdentity;
  readonly start: number;
}

const TOO_LARGE: AttemptEnd = { kind: 'too-large' };
const DROPPED: AttemptEnd = { kind: 'dropped' };
const CHANGED: AttemptEnd = { kind: 'changed' };
const CONTENT_RANGE = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/iu;

const announcedLength = (response: Response): number | null => {
  // With a content coding the header counts encoded bytes, while the stream delivers decoded ones.
  if (response.headers.has('content-encoding')) return null;
  const value = response.headers.get('content-length');
  return value !== null && /^\d+$/u.test(value) ? Number(value) : null;
};

const isFile = (type: string | null): boolean =>
  type === null || /^(?:video|audio|image|text\/vtt|application\/octet-stream)\b/i.test(type);

/** Reads the problem document of an error response. Returns null for any other body, such as the page of a proxy. Never rejects. */
export const problemOfResponse = async (response: Response): Promise<Problem | null> => {
  try {
    const parsed = problemSchema.safeParse(await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    // A proxy in front of the server may send its own page; then only the status is known.
    return null;
  }
};

function readHead(response: Response, expectedSize: number | null): Head | null {
  const { headers, status } = response;
  const identity = {
    type: headers.get('content-type') ?? 'video/mp4',
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    isEncoded: headers.has('content-encoding'),
  };
  if (status !== 206)
    return { identity: { ...identity, total: announcedLength(response) ?? expectedSize }, start: 0 };
  const [, start, total] = CONTENT_RANGE.exec(headers.get('content-range') ?? '') ?? [];
  if (start === undefined || total === undefined) return null;
  return {
    identity: { ...identity, total: total === '*' ? expectedSize : Number(total) },
    start: Number(start),
  };
}

const matchIfKnown = <Value>(one: Value | null, two: Value | null): boolean =>
  one === null || two === null || one === two;

const isSameFile = (one: FileIdentity, two: FileIdentity): boolean =>
  one.etag === null || two.etag === null
    ? matchIfKnown(one.lastModified, two.lastModified)
    : one.etag === two.etag;

/** Returns whether the range of this response continues the received bytes, as far as the headers show. */
const continues = (partialFile: PartialFile, { identity, start }: Head): boolean =>
  partialFile.identity !== null &&
  start === partialFile.size - partialFile.overlapBytes &&
  !identity.isEncoded &&
  matchIfKnown(identity.total, partialFile.identity.total) &&
  isSameFile(identity, partialFile.identity);

/**
 * Checks the response headers against the expected size and the received bytes, and prepares `partialFile` for the body: stores the
 * identity, and discards older bytes if the response starts over. Returns null when the body may be read, else the outcome.
 */
function checkHead(request: AttemptRequest, response: Response): AttemptEnd | null {
  const { partialFile, expectedSize, maxBytes } = request;
  // Our server sends only media and captions; a captive portal or proxy may answer 200 with its own page.
  if (!isFile(response.headers.get('content-type'))) return DROPPED;
  const head = readHead(response, expectedSize);
  if (head === null || !matchIfKnown(head.identity.total, expectedSize)) return CHANGED;
  const { total } = head.identity;
  if (total !== null && total > maxBytes) return TOO_LARGE;
  if (response.status === 206) {
    if (!continues(partialFile, head)) return CHANGED;
    if (partialFile.identity?.total === null) partialFile.begin({ ...partialFile.identity, total });
    return null;
  }
  if (partialFile.size > 0) {
    if (!request.claimRestart()) return CHANGED;
    partialFile.clear();
  }
  partialFile.begin(head.identity);
  return null;
}

/**
 * Compares the start of a chunk with `expectedBytes`, the bytes that the body must contain next. Returns the rest of the chunk, and the part of
 * `expectedBytes` that the next chunk must start with; null if the bytes differ.
 */
function compareStart(
  chunk: Uint8Array<ArrayBuffer>,
  expectedBytes: Uint8Array,
): { readonly rest: Uint8Array<ArrayBuffer>; readonly missingBytes: Uint8Array } | null {
  const count = Math.min(chunk.length, expectedBytes.length);
  for (let at = 0; at < count; at += 1) if (chunk[at] !== expectedBytes[at]) return null;
  return { rest: chunk.subarray(count), missingBytes: expectedBytes.subarray(count) };
}

/** Memory into which a body is read for the disk. */
const PIECE_BYTES = 256 * 1024;

/**
 * Reads a body into the same memory again and again, because a browser collects the pieces of a body late, by then hundreds of MB. A piece
 * ends with the next read. Reads as usual where the browser cannot do this.
 */
function frugalReader(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: 'byob' });
  } catch {
    return body.getReader();
  }
  let memory = new ArrayBuffer(PIECE_BYTES);
  return {
    async read() {
      const piece = await reader.read(new Uint8Array(memory));
      memory = piece.value?.buffer ?? memory;
      return piece;
    },
    cancel: () => reader.cancel(),
  };
}

/**
 * Reads the body to its end and appends it to `partialFile`, except its first bytes: they must equal `repeatedBytes`, which `partialFile`
 * already has. Returns null at the end, or the outcome when the body is too large or of another file. Clears `partialFile` if it becomes
 * larger than `maxBytes` or than the file. Rethrows stream errors.
 */
async function readBody(
  { partialFile, maxBytes, onProgress }: AttemptRequest,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  repeatedBytes: Uint8Array,
): Promise<AttemptEnd | null> {
  const reader = partialFile.diskId === null ? body.getReader() : frugalReader(body);
  let missingBytes = repeatedBytes;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return null;
    const compared = compareStart(value, missingBytes);
    if (compared === null) {
      reader.cancel().catch(() => undefined);
      return CHANGED;
    }
    missingBytes = compared.missingBytes;
    if (compared.rest.length === 0) continue;
    // The bytes are copied or written before more are read.
    const hasRoom = await partialFile.add(compared.rest);
    const total = partialFile.identity?.total ?? null;
    if (!hasRoom || partialFile.size > maxBytes || (total !== null && partialFile.size > total)) {
      // The outcome is already decided, so an error while cancelling does not matter.
      reader.cancel().catch(() => undefined);
      const end = !hasRoom || partialFile.size > maxBytes ? TOO_LARGE : CHANGED;
      partialFile.clear();
      return end;
    }
    onProgress(partialFile.size, total);
  }
}

async function collect(
  request: AttemptRequest,
  response: Response,
  repeatedBytes: Uint8Array,
): Promise<AttemptEnd> {
  const { partialFile, signal } = request;
  try {
    const refusal = response.body === null ? null : await readBody(request, response.body, repeatedBytes);
    if (refusal !== null) return refusal;
    // With an unknown size only the end of a full response, not of a range, is the end of the file.
    if (!signal.aborted && partialFile.size > 0 && response.status !== 206) partialFile.markComplete();
  } catch {
    // The stream was stopped or broke. The bytes received before remain valid.
  }
  // The server sends the last byte only after it has verified the whole file, so the byte count decides.
  if (partialFile.isComplete) return { kind: 'complete' };
  return signal.aborted ? { kind: 'stopped' } : DROPPED;
}

/** Returns whether a 416 response proves that the received bytes, of a file whose size was unknown, are the complete file. */
function isAtUnknownEnd(partialFile: PartialFile, response: Response): boolean {
  const [, size] = /^bytes \*\/(\d{1,15})$/iu.exec(response.headers.get('content-range') ?? '') ?? [];
  return response.status === 416 && partialFile.identity?.total === null && Number(size) === partialFile.size;
}

const rangeHeaders = (partialFile: PartialFile): Record<string, string> => {
  if (partialFile.size === 0) return {};
  const etag = partialFile.strongEtag;
  return {
    range: `bytes=${partialFile.size - partialFile.overlapBytes}-`,
    ...(etag !== null && { 'if-range': etag }),
  };
};

/**
 * Requests a file, or its missing range, once and appends the bytes to `partialFile`. Never mixes bytes of two files: the size and the ETag
 * (or else the date) must match where both responses have them, and the last received bytes are requested again and must match too. Never
 * throws: every failure is returned as a value.
 */
export async function attemptTransfer(request: AttemptRequest): Promise<AttemptEnd> {
  const { partialFile, url, signal } = request;
  if (partialFile.size > 0 && !partialFile.canResume) {
    if (!request.claimRestart()) return CHANGED;
    partialFile.clear();
  }
  let response: Response;
  try {
    response = await request.fetch(url, {
      signal,
      credentials: 'same-origin',
      headers: rangeHeaders(partialFile),
    });
  } catch {
    return { kind: signal.aborted ? 'stopped' : 'unanswered' };
  }
  if (isAtUnknownEnd(partialFile, response)) {
    partialFile.markComplete();
    return { kind: 'complete' };
  }
  if (!response.ok) {
    const { status } = response;
    const problem = await problemOfResponse(response);
    return signal.aborted ? { kind: 'stopped' } : { kind: 'refused', status, problem };
  }
  // Read before the size becomes known, because the size decides whether bytes are repeated.
  const repeatedBytes =
    response.status === 206 ? await partialFile.tail().catch(() => null) : new Uint8Array();
  const refusal = repeatedBytes && checkHead(request, response);
  if (repeatedBytes === null || refusal !== null) {
    response.body?.cancel().catch(() => undefined);
    return refusal ?? TOO_LARGE;
  }
  request.onProgress(partialFile.size, partialFile.identity?.total ?? null);
  return collect(request, response, repeatedBytes);
}
