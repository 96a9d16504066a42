import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { MockPlatforms } from './mock-platforms.ts';

export interface MockAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False when the connection ended before the response was complete. */
  readonly isComplete: boolean;
}

/** Navigation headers of a desktop browser. Instagram serves the post page only when all of them are present. */
export const BROWSER_HEADERS = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-dest': 'document',
} as const;

/**
 * Requests an upstream address from the mock platforms, on a connection of its own. Resolves with whatever arrived,
 * complete or not; rejects when no response began, or after `timeoutMs`.
 */
export const requestMockPlatforms = (
  mockPlatforms: MockPlatforms,
  address: string,
  { method = 'GET', headers = {}, body = '', timeoutMs = 5_000 }: MockRequestOptions = {},
): Promise<MockAnswer> => {
  const url = new URL(address);
  const { hostname, port } = new URL(mockPlatforms.origin);
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      hostname,
      port,
      method,
      agent: false,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Once the response has begun, an error shows in how much of it arrived.
    request.on('error', reject);
    request.once('response', (response) => {
      request.off('error', reject).on('error', () => undefined);
      const pieces: Buffer[] = [];
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          isComplete: response.complete,
        });
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', end);
      response.once('close', end);
    });
    request.end(body);
  });
};

export interface MockRequestOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}
