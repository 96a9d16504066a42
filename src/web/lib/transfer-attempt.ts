import { type Problem, problemSchema } from '#shared/contract/problem.ts';
import type { FileMark, PartialFile } from './partial-file.ts';

export interface AttemptRequest {
  readonly url: string;
  /** Bytes the preview promised; null when it could only estimate. */
  readonly promised: number | null;
  /** More than this is never collected in memory. */
  readonly maxBytes: number;
  /** What came before, and where what comes now is put. */
  readonly partialFile: PartialFile;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Asked when only the whole file is to be had and bytes are there already: they may be given up once. */
  readonly mayStartAnew: () => boolean;
  /** Bytes so far and in all; null while nobody knows the whole. */
  readonly onProgress: (received: number, total: number | null) => void;
}

/** How one request for a file, or for the rest of it, ended. What came with it is in `kept`. */
export type AttemptEnd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'too-large' }
  /** The signal aborted. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'refused'; readonly status: number; readonly problem: Problem | null }
  /** An answer began and ended before its last byte. */
  | { readonly kind: 'dropped' }
  /** Another file than the one promised or begun. */
  | { readonly kind: 'changed' };

interface Head {
  readonly mark: FileMark;
  readonly start: number;
}

const DROPPED: AttemptEnd = { kind: 'dropped' };
const CHANGED: AttemptEnd = { kind: 'changed' };
const CONTENT_RANGE = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/iu;

const announcedLength = (response: Response): number | null => {
  // With a content coding the header counts packed bytes, while the stream gives unpacked ones.
  if (response.headers.has('content-encoding')) return null;
  const value = response.headers.get('content-length');
  return value !== null && /^\d+$/u.test(value) ? Number(value) : null;
};

const isMedia = (type: string | null): boolean =>
  type === null || /^(?:video|audio|image|application\/octet-stream)\b/i.test(type);

const readProblem = async (response: Response): Promise<Problem | null> => {
  try {
    const parsed = problemSchema.safeParse(await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    // A proxy in front of the server answers with its own page; the status alone then has to do.
    return null;
  }
};

function readHead(response: Response, promised: number | null): Head | null {
  const { headers, status } = response;
  const mark = {
    type: headers.get('content-type') ?? 'video/mp4',
    etag: headers.get('etag'),
    modified: headers.get('last-modified'),
    packed: headers.has('content-encoding'),
  };
  if (status !== 206) return { mark: { ...mark, total: announcedLength(response) ?? promised }, start: 0 };
  const [, start, total] = CONTENT_RANGE.exec(headers.get('content-range') ?? '') ?? [];
  if (start === undefined || total === undefined) return null;
  return { mark: { ...mark, total: total === '*' ? promised : Number(total) }, start: Number(start) };
}

const agree = <Value>(one: Value | null, two: Value | null): boolean =>
  one === null || two === null || one === two;

const sameFile = (one: FileMark, two: FileMark): boolean =>
  one.etag === null || two.etag === null ? agree(one.modified, two.modified) : one.etag === two.etag;

/** Whether the part in this answer goes behind the bytes that are there. */
const continues = (partialFile: PartialFile, { mark, start }: Head): boolean =>
  partialFile.mark !== null &&
  start === partialFile.size &&
  !mark.packed &&
  agree(mark.total, partialFile.mark.total) &&
  sameFile(mark, partialFile.mark);

/** Holds an answer's head against what is promised and what is there; null when its bytes may be taken. */
function checkHead(request: AttemptRequest, response: Response): AttemptEnd | null {
  const { partialFile, promised, maxBytes } = request;
  // Our server sends nothing else; a portal or proxy in between may answer 200 with a page of its own.
  if (!isMedia(response.headers.get('content-type'))) return DROPPED;
  const head = readHead(response, promised);
  if (head === null || !agree(head.mark.total, promised)) return CHANGED;
  const { total } = head.mark;
  if (total !== null && total > maxBytes) return { kind: 'too-large' };
  if (response.status === 206) {
    if (!continues(partialFile, head)) return CHANGED;
    if (partialFile.mark?.total === null) partialFile.begin({ ...partialFile.mark, total });
    return null;
  }
  if (partialFile.size > 0) {
    if (!request.mayStartAnew()) return CHANGED;
    partialFile.clear();
  }
  partialFile.begin(head.mark);
  return null;
}

/** Takes chunks until the body ends; gives why the rest is not wanted, or null at its end. Throws what the stream throws. */
async function takeBody(
  { partialFile, maxBytes, onProgress }: AttemptRequest,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<AttemptEnd | null> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return null;
    partialFile.add(value);
    const total = partialFile.mark?.total ?? null;
    if (partialFile.size > maxBytes || (total !== null && partialFile.size > total)) {
      // The transfer is given up either way; how the stream takes it changes nothing.
      reader.cancel().catch(() => undefined);
      const end = partialFile.size > maxBytes ? ({ kind: 'too-large' } as const) : CHANGED;
      partialFile.clear();
      return end;
    }
    onProgress(partialFile.size, total);
  }
}

async function collect(request: AttemptRequest, response: Response): Promise<AttemptEnd> {
  const { partialFile, signal } = request;
  try {
    const refusal = response.body === null ? null : await takeBody(request, response.body);
    if (refusal !== null) return refusal;
    // Where nobody has told how long the file is, only the end of the whole of it is its end.
    if (!signal.aborted && partialFile.size > 0 && response.status !== 206) partialFile.end();
  } catch {
    // A stopped or broken stream: what came before is there, and counts.
  }
  // The last byte decides, not how the connection ended after it: it is held back until the whole file was good.
  if (partialFile.isWhole) return { kind: 'whole' };
  return signal.aborted ? { kind: 'stopped' } : DROPPED;
}

/** Nobody had told the size, the connection broke behind the last byte, and so nothing is left to ask for. */
function isBehindEnd(partialFile: PartialFile, response: Response): boolean {
  const [, size] = /^bytes \*\/(\d{1,15})$/iu.exec(response.headers.get('content-range') ?? '') ?? [];
  return response.status === 416 && partialFile.mark?.total === null && Number(size) === partialFile.size;
}

const rangeHeaders = (partialFile: PartialFile): Record<string, string> => {
  if (partialFile.size === 0) return {};
  const etag = partialFile.strongEtag;
  return { range: `bytes=${partialFile.size}-`, ...(etag !== null && { 'if-range': etag }) };
};

/**
 * Asks once for a file, or for what is missing of it, and puts what comes into `kept`. Bytes of another file never get
 * behind those of the first: ETag, date and size must agree. Every way of failing is a value; nothing is thrown.
 */
export async function attemptTransfer(request: AttemptRequest): Promise<AttemptEnd> {
  const { partialFile, url, signal } = request;
  if (partialFile.size > 0 && !partialFile.canGoOn) {
    if (!request.mayStartAnew()) return CHANGED;
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
  if (isBehindEnd(partialFile, response)) {
    partialFile.end();
    return { kind: 'whole' };
  }
  if (!response.ok) {
    const { status } = response;
    const problem = await readProblem(response);
    return signal.aborted ? { kind: 'stopped' } : { kind: 'refused', status, problem };
  }
  const refusal = checkHead(request, response);
  if (refusal !== null) {
    response.body?.cancel().catch(() => undefined);
    return refusal;
  }
  request.onProgress(partialFile.size, partialFile.mark?.total ?? null);
  return collect(request, response);
}
