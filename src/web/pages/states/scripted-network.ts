import type { Problem } from '#shared/contract/problem.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { ERROR_DETAILS, ERROR_TITLES } from '#shared/problem-messages.ts';
import { turn } from './native-timers.ts';

/** Answers one call; may wait for ever, and must then end when the caller gives up. */
export type Reply = (signal: AbortSignal | null) => Response | Promise<Response>;

/** Replies by 'METHOD /path'; the longest that a call begins with answers it. Of several the last goes on answering. */
export type Routes = Readonly<Record<string, Reply | readonly Reply[]>>;

export const json =
  (body: unknown, status = 200): Reply =>
  () =>
    Response.json(body, { status });

/** What every refusal carries; the server makes up a new one each time. */
export const REFERENCE = '7K3M-Q2XD';

/** A refusal as our server words it. */
export const problem = (
  code: Exclude<ErrorCode, 'failed'>,
  more: Partial<Pick<Problem, 'detail' | 'retryAfter'>> = {},
): Reply =>
  json(
    {
      status: ERROR_STATUS[code],
      code,
      title: ERROR_TITLES[code],
      detail: ERROR_DETAILS[code],
      reference: REFERENCE,
      ...more,
    },
    ERROR_STATUS[code],
  );

export const failure = (detail: string): Reply =>
  json(
    {
      status: ERROR_STATUS.failed,
      code: 'failed',
      title: ERROR_TITLES.failed,
      detail,
      reference: REFERENCE,
    },
    ERROR_STATUS.failed,
  );

export const unreachable: Reply = () => {
  throw new TypeError('Failed to fetch');
};

/** Nothing comes until the caller gives up. */
export const never: Reply = (signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** What a browser gives for a redirect it was told not to follow; the constructor cannot make one. */
class OpaqueRedirect extends Response {
  override get type() {
    return 'opaqueredirect' as const;
  }
}
export const redirect: Reply = () => new OpaqueRedirect(null);

/** A file whose bytes come when the play sends them. */
export interface ScriptedFile {
  readonly reply: Reply;
  /** Sends so many bytes and waits until the page has counted them. */
  send(bytes: number): Promise<void>;
  end(): Promise<void>;
  /** The connection breaks. */
  breakOff(): Promise<void>;
}

/** Makes such a file; `length` is what the answer announces, null for an unknown length. A second call starts anew. */
export function scriptedFile(length: number | null, type = 'video/mp4'): ScriptedFile {
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  let asked = Promise.withResolvers<void>();
  const reply: Reply = (signal) => {
    asked = Promise.withResolvers();
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = controller;
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
        pull: () => asked.resolve(),
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': type, ...(length !== null && { 'content-length': String(length) }) };
    return new Response(body, { headers });
  };
  /** The page asks for more only after it has counted what came. */
  const wanted = async (): Promise<void> => {
    while (stream === null) await turn(5);
    await asked.promise;
  };
  return {
    reply,
    async send(bytes) {
      await wanted();
      asked = Promise.withResolvers();
      stream?.enqueue(new Uint8Array(bytes));
      await asked.promise;
      await turn();
    },
    async end() {
      await wanted();
      stream?.close();
      stream = null;
      await turn();
    },
    async breakOff() {
      await wanted();
      stream?.error(new TypeError('network error'));
      await turn();
    },
  };
}

const methodAndPath = (input: RequestInfo | URL, init?: RequestInit): string => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  return `${init?.method ?? 'GET'} ${url.pathname}${url.search}`;
};

/** Answers the page's calls from `routes`; one without a route is a mistake of the story and says so on the console. */
export function installNetwork(routes: Routes): void {
  const turns = new Map<string, number>();
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const call = methodAndPath(input, init);
    const route = Object.keys(routes)
      .filter((key) => call.startsWith(key))
      .toSorted((one, two) => two.length - one.length)[0];
    const replies = route === undefined ? [] : [routes[route] ?? []].flat();
    const count = turns.get(route ?? '') ?? 0;
    turns.set(route ?? '', count + 1);
    const reply = replies[Math.min(count, replies.length - 1)];
    if (reply === undefined) {
      reportError(new Error(`the story has no answer for ${call}`));
      return unreachable(null);
    }
    await turn();
    return reply(init?.signal ?? null);
  };
  Object.assign(globalThis, { fetch: answer });
}
