import { type Problem, problemSchema } from '#shared/contract/problem.ts';

/** Chunks are folded into a Blob at this many bytes, because a browser may keep Blobs on disk but never loose chunks. */
const FOLD_BYTES = 4 * 1024 * 1024;

export interface TransferRequest {
  readonly url: string;
  /** Bytes the preview promised; null when it could only estimate. */
  readonly promised: number | null;
  /** More than this is never collected in memory. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Bytes so far and in all; null while nobody knows the whole. */
  readonly onProgress: (received: number, total: number | null) => void;
}

/** How fetching one file's bytes ended. Only `complete` holds every promised byte. */
export type TransferOutcome =
  | { readonly kind: 'complete'; readonly blob: Blob }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'refused'; readonly status: number; readonly problem: Problem | null }
  | { readonly kind: 'broken'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'cancelled' };

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

type Collected = { kind: 'parts'; parts: Blob[]; received: number } | { kind: 'too-large' };

/** Reads the body to its end. Throws what the stream throws; `count` hears the bytes before that. */
async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  count: (received: number) => void,
): Promise<Collected> {
  const reader = body.getReader();
  const parts: Blob[] = [];
  let loose: Uint8Array<ArrayBuffer>[] = [];
  let looseBytes = 0;
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    received += value.byteLength;
    if (received > maxBytes) {
      // The transfer is given up either way; how the stream takes it changes nothing.
      reader.cancel().catch(() => undefined);
      return { kind: 'too-large' };
    }
    loose.push(value);
    looseBytes += value.byteLength;
    if (looseBytes >= FOLD_BYTES) {
      parts.push(new Blob(loose));
      loose = [];
      looseBytes = 0;
    }
    count(received);
  }
  parts.push(new Blob(loose));
  return { kind: 'parts', parts, received };
}

async function collectBody(
  response: Response,
  request: TransferRequest,
  total: number | null,
): Promise<TransferOutcome> {
  let received = 0;
  const count = (bytes: number): void => {
    received = bytes;
    request.onProgress(bytes, total);
  };
  try {
    const collected =
      response.body === null
        ? ({ kind: 'parts', parts: [] as Blob[], received: 0 } as const)
        : await collect(response.body, request.maxBytes, count);
    if (request.signal.aborted) return { kind: 'cancelled' };
    if (collected.kind === 'too-large') return collected;
    const whole = collected.received > 0 && (total === null || collected.received === total);
    if (!whole) return { kind: 'broken', received, total };
    const type = response.headers.get('content-type') ?? 'video/mp4';
    return { kind: 'complete', blob: new Blob(collected.parts, { type }) };
  } catch {
    return request.signal.aborted ? { kind: 'cancelled' } : { kind: 'broken', received, total };
  }
}

/**
 * Fetches one file's bytes into a Blob typed as the answer says (else video/mp4) and checks their count against
 * Content-Length and the promised size. Every way of failing is a value; nothing is thrown.
 */
export async function transfer(request: TransferRequest): Promise<TransferOutcome> {
  const { promised, maxBytes, signal } = request;
  if (promised !== null && promised > maxBytes) return { kind: 'too-large' };
  let response: Response;
  try {
    response = await request.fetch(request.url, { signal, credentials: 'same-origin' });
  } catch {
    return { kind: signal.aborted ? 'cancelled' : 'unanswered' };
  }
  if (!response.ok) {
    return { kind: 'refused', status: response.status, problem: await readProblem(response) };
  }
  // Our server sends nothing else; a portal or proxy in between may answer 200 with a page of its own.
  if (!isMedia(response.headers.get('content-type'))) {
    response.body?.cancel().catch(() => undefined);
    return { kind: 'broken', received: 0, total: promised };
  }
  const announced = announcedLength(response);
  const total = announced ?? promised;
  if (total !== null && total > maxBytes) {
    response.body?.cancel().catch(() => undefined);
    return { kind: 'too-large' };
  }
  if (announced !== null && promised !== null && announced !== promised) {
    // Another file than the one the visitor chose by its size; saving it would be a false success.
    response.body?.cancel().catch(() => undefined);
    return { kind: 'broken', received: 0, total: promised };
  }
  request.onProgress(0, total);
  return collectBody(response, request, total);
}
