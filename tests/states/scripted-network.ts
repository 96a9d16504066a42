import { problemDetails } from '#messages/problem-details.ts';
import { problemTitles } from '#messages/problem-titles.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import type { FailureReason } from '#shared/failures.ts';
import { text } from '#shared/messages/text.ts';
import { realDelay } from './native-timers.ts';

/** Responds to one request. May never resolve, but must reject when the signal aborts. */
export type Reply = (signal: AbortSignal | null) => Response | Promise<Response>;

/** Replies by 'METHOD /path' prefix; the longest matching prefix wins. In a list, the last reply repeats. */
export type Routes = Readonly<Record<string, Reply | readonly Reply[]>>;

export const json =
  (body: unknown, status = 200): Reply =>
  () =>
    Response.json(body, { status });

/** Reference code in every error response; the real server creates a new one each time. */
export const REFERENCE = '7K3M-Q2XD';

/** Creates a reply with the problem document of our server. */
export const problem = (
  code: Exclude<ErrorCode, 'failed'>,
  more: Partial<Pick<Problem, 'detail' | 'retryAfter' | 'ownLimit'>> = {},
): Reply =>
  json(
    {
      status: ERROR_STATUS[code],
      code,
      title: text(problemTitles, code),
      detail: text(problemDetails, code),
      reference: REFERENCE,
      ...more,
    },
    ERROR_STATUS[code],
  );

export const failure = (detail: string, reason?: FailureReason): Reply =>
  json(
    {
      status: ERROR_STATUS.failed,
      code: 'failed',
      title: text(problemTitles, 'failed'),
      detail,
      ...(reason !== undefined && { reason }),
      reference: REFERENCE,
    },
    ERROR_STATUS.failed,
  );

export const unreachable: Reply = () => {
  throw new TypeError('Failed to fetch');
};

/** Never responds; rejects when the request is aborted. */
export const never: Reply = (signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** Response of a browser to a redirect in `redirect: 'manual'` mode; the Response constructor cannot create one. */
class OpaqueRedirect extends Response {
  override get type() {
    return 'opaqueredirect' as const;
  }
}
export const redirect: Reply = () => new OpaqueRedirect(null);

/** File whose bytes arrive when the story sends them. */
export interface ScriptedFile {
  readonly reply: Reply;
  /** Sends this many bytes and waits until the page has processed them. */
  send(bytes: number): Promise<void>;
  end(): Promise<void>;
  /** Breaks the connection. */
  breakOff(): Promise<void>;
}

/**
 * Creates a scripted file. `length` is its Content-Length; null omits the header. Each request starts from the
 * beginning.
 */
export function scriptedFile(length: number | null, type = 'video/mp4'): ScriptedFile {
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  let requested = Promise.withResolvers<void>();
  const reply: Reply = (signal) => {
    requested = Promise.withResolvers();
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = controller;
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
        pull: () => requested.resolve(),
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': type, ...(length !== null && { 'content-length': String(length) }) };
    return new Response(body, { headers });
  };
  /** Waits until the page requests more bytes, which it does only after it has processed the previous ones. */
  const untilRequested = async (): Promise<void> => {
    while (stream === null) await realDelay(5);
    await requested.promise;
  };
  return {
    reply,
    async send(bytes) {
      await untilRequested();
      requested = Promise.withResolvers();
      stream?.enqueue(new Uint8Array(bytes));
      await requested.promise;
      await realDelay();
    },
    async end() {
      await untilRequested();
      stream?.close();
      stream = null;
      await realDelay();
    },
    async breakOff() {
      await untilRequested();
      stream?.error(new TypeError('network error'));
      await realDelay();
    },
  };
}

const methodAndPath = (input: RequestInfo | URL, init?: RequestInit): string => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  return `${init?.method ?? 'GET'} ${url.pathname}${url.search}`;
};

/** Replaces fetch with replies from `routes`. A request without a route reports an error on the console and fails. */
export function installNetwork(routes: Routes): void {
  const callCounts = new Map<string, number>();
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const call = methodAndPath(input, init);
    const route = Object.keys(routes)
      .filter((key) => call.startsWith(key))
      .toSorted((one, two) => two.length - one.length)[0];
    const replies = route === undefined ? [] : [routes[route] ?? []].flat();
    const count = callCounts.get(route ?? '') ?? 0;
    callCounts.set(route ?? '', count + 1);
    const reply = replies[Math.min(count, replies.length - 1)];
    if (reply === undefined) {
      reportError(new Error(`the story has no route for ${call}`));
      return unreachable(null);
    }
    await realDelay();
    return reply(init?.signal ?? null);
  };
  Object.assign(globalThis, { fetch: answer });
}
