import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { MockPlatforms } from './mock-platforms.ts';

export interface MockAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False when the connection ended before the answer did. */
  readonly whole: boolean;
}

/** A whole desktop browser's navigation headers; Instagram's page wants all of them. */
export const BROWSER_HEADERS = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-dest': 'document',
} as const;

/**
 * Asks the mock platforms for an address by its real name, on a connection of its own. Resolves with whatever arrived;
 * rejects when nothing did, or after `giveUpMs` of waiting.
 */
export const askMockPlatforms = (
  mockPlatforms: MockPlatforms,
  address: string,
  { method = 'GET', headers = {}, body = '', giveUpMs = 5_000 }: AskOptions = {},
): Promise<MockAnswer> => {
  const url = new URL(address);
  const { hostname, port } = new URL(mockPlatforms.origin);
  return new Promise((resolve, reject) => {
    const asked = httpRequest({
      hostname,
      port,
      method,
      agent: false,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      signal: AbortSignal.timeout(giveUpMs),
    });
    // After the answer has begun, what went wrong shows in how much of it arrived.
    asked.on('error', reject);
    asked.once('response', (response) => {
      asked.off('error', reject).on('error', () => undefined);
      const pieces: Buffer[] = [];
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces),
          whole: response.complete,
        });
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', end);
      response.once('close', end);
    });
    asked.end(body);
  });
};

export interface AskOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly giveUpMs?: number;
}
