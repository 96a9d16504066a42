import http from 'node:http';
import { postSchema } from '#shared/contract/preview.ts';

export interface VisitorAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface VisitorRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A response whose body is not read until `read` is called. */
export interface PausedAnswer {
  readonly response: http.IncomingMessage;
  read(): Promise<Buffer>;
  leave(): void;
}

/** A client that connects from an IP address of its own; on Linux every 127.x.y.z belongs to the loopback interface. */
export interface Visitor {
  ask(path: string, request?: VisitorRequest): Promise<VisitorAnswer>;
  preview(url: string, headers?: Record<string, string>, signal?: AbortSignal): Promise<VisitorAnswer>;
  /** Starts a download and reads nothing of it. */
  pause(path: string, signal?: AbortSignal): Promise<PausedAnswer>;
}

const readAll = async (response: http.IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** Creates a visitor of the server at `origin` with the IP address `address` and a new connection for each request. */
export const visitorFrom = (origin: string, address: string): Visitor => {
  const begin = (path: string, { method = 'GET', headers = {}, body, signal }: VisitorRequest) =>
    new Promise<{ request: http.ClientRequest; response: http.IncomingMessage }>((resolve, reject) => {
      const request = http.request(`${origin}${path}`, {
        agent: false,
        localAddress: address,
        method,
        ...(signal !== undefined && { signal }),
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      });
      request.on('error', reject);
      request.on('response', (response) => resolve({ request, response }));
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const ask: Visitor['ask'] = async (path, given = {}) => {
    const { response } = await begin(path, given);
    return { status: response.statusCode ?? 0, headers: response.headers, body: await readAll(response) };
  };
  return {
    ask,
    preview: (url, headers = {}, signal) =>
      ask('/api/preview', {
        method: 'POST',
        headers,
        body: { url },
        ...(signal !== undefined && { signal }),
      }),
    async pause(path, signal) {
      const { request, response } = await begin(path, signal === undefined ? {} : { signal });
      response.on('error', () => undefined);
      return { response, read: () => readAll(response), leave: () => request.destroy() };
    },
  };
};

/**
 * Opens the page, a preview and its first file as a visitor does. Returns the duration of the slowest step in
 * milliseconds; throws when a step fails.
 */
export const visitAll = async (visitor: Visitor, link: string): Promise<number> => {
  const times: number[] = [];
  const step = async (work: Promise<VisitorAnswer>): Promise<Buffer> => {
    const started = performance.now();
    const { status, body } = await work;
    if (status !== 200) throw new Error(`answered ${String(status)}`);
    times.push(performance.now() - started);
    return body;
  };
  await step(visitor.ask('/'));
  const post = postSchema.parse(JSON.parse((await step(visitor.preview(link))).toString()));
  const { url = '', size } = post.qualities[0] ?? {};
  const file = await step(visitor.ask(`${url}?download`));
  if (file.length !== size) throw new Error('the file is incomplete');
  return Math.max(...times);
};
