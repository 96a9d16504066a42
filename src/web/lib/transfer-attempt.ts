import { type Problem, problemSchema } from '#shared/contract/problem.ts';
import type { FileMark, KeptFile } from './kept-file.ts';

export interface AttemptRequest {
  readonly url: string;
  /** Bytes the preview promised; null when it could only estimate. */
  readonly promised: number | null;
  /** More than this is never collected in memory. */
  readonly maxBytes: number;
  /** What came before, and where what comes now is put. */
  readonly kept: KeptFile;
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
const continues = (kept: KeptFile, { mark, start }: Head): boolean =>
  kept.mark !== null &&
  start === kept.size &&
  !mark.packed &&
  agree(mark.total, kept.mark.total) &&
  sameFile(mark, kept.mark);

/** Holds an answer's head against what is promised and what is there; null when its bytes may be taken. */
function judgeHead(request: AttemptRequest, response: Response): AttemptEnd | null {
  const { kept, promised, maxBytes } = request;
  // Our server sends nothing else; a portal or proxy in between may answer 200 with a page of its own.
  if (!isMedia(response.headers.get('content-type'))) return DROPPED;
  const head = readHead(response, promised);
  if (head === null || !agree(head.mark.total, promised)) return CHANGED;
  const { total } = head.mark;
  if (total !== null && total > maxBytes) return { kind: 'too-large' };
  if (response.status === 206) {
    if (!continues(kept, head)) return CHANGED;
    if (kept.mark?.total === null) kept.begin({ ...kept.mark, total });
    return null;
  }
  if (kept.size > 0) {
    if (!request.mayStartAnew()) return CHANGED;
    kept.clear();
  }
  kept.begin(head.mark);
  return null;
}

/** Takes chunks until the body ends; gives why the rest is not wanted, or null at its end. Throws what the stream throws. */
async function takeBody(
  { kept, maxBytes, onProgress }: AttemptRequest,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<AttemptEnd | null> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return null;
    kept.add(value);
    const total = kept.mark?.total ?? null;
    if (kept.size > maxBytes || (total !== null && kept.size > total)) {
      // The transfer is given up either way; how the stream takes it changes nothing.
      reader.cancel().catch(() => undefined);
      const end = kept.size > maxBytes ? ({ kind: 'too-large' } as const) : CHANGED;
      kept.clear();
      return end;
    }
    onProgress(kept.size, total);
  }
}

async function collect(request: AttemptRequest, response: Response): Promise<AttemptEnd> {
  const { kept, signal } = request;
  try {
    const refusal = response.body === null ? null : await takeBody(request, response.body);
    if (refusal !== null) return refusal;
    // Where nobody has told how long the file is, only the end of the whole of it is its end.
    if (!signal.aborted && kept.size > 0 && response.status !== 206) kept.end();
  } catch {
    // A stopped or broken stream: what came before is there, and counts.
  }
  // The last byte decides, not how the connection ended after it: it is held back until the whole file was good.
  if (kept.isWhole) return { kind: 'whole' };
  return signal.aborted ? { kind: 'stopped' } : DROPPED;
}

/** Nobody had told the size, the connection broke behind the last byte, and so nothing is left to ask for. */
function isBehindEnd(kept: KeptFile, response: Response): boolean {
  const [, size] = /^bytes \*\/(\d{1,15})$/iu.exec(response.headers.get('content-range') ?? '') ?? [];
  return response.status === 416 && kept.mark?.total === null && Number(size) === kept.size;
}

const rangeHeaders = (kept: KeptFile): Record<string, string> => {
  if (kept.size === 0) return {};
  const etag = kept.strongEtag;
  return { range: `bytes=${kept.size}-`, ...(etag !== null && { 'if-range': etag }) };
};

/**
 * Asks once for a file, or for what is missing of it, and puts what comes into `kept`. Bytes of another file never get
 * behind those of the first: ETag, date and size must agree. Every way of failing is a value; nothing is thrown.
 */
export async function attemptTransfer(request: AttemptRequest): Promise<AttemptEnd> {
  const { kept, url, signal } = request;
  if (kept.size > 0 && !kept.canGoOn) {
    if (!request.mayStartAnew()) return CHANGED;
    kept.clear();
  }
  let response: Response;
  try {
    response = await request.fetch(url, { signal, credentials: 'same-origin', headers: rangeHeaders(kept) });
  } catch {
    return { kind: signal.aborted ? 'stopped' : 'unanswered' };
  }
  if (isBehindEnd(kept, response)) {
    kept.end();
    return { kind: 'whole' };
  }
  if (!response.ok) {
    const { status } = response;
    const problem = await readProblem(response);
    return signal.aborted ? { kind: 'stopped' } : { kind: 'refused', status, problem };
  }
  const refusal = judgeHead(request, response);
  if (refusal !== null) {
    response.body?.cancel().catch(() => undefined);
    return refusal;
  }
  request.onProgress(kept.size, kept.mark?.total ?? null);
  return collect(request, response);
}
