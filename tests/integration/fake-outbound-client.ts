import { Readable } from 'node:stream';
import {
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
} from '../../src/server/outbound/outbound-client.ts';

/** A canned upstream response. */
export interface Canned {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly setCookies?: readonly string[];
  /** URL after redirects; the requested URL by default. */
  readonly url?: string;
}

export interface FakeOutboundClient extends OutboundClient {
  readonly requests: readonly OutboundRequest[];
  /** Returns the path and query of every request. */
  readonly paths: () => readonly string[];
}

/**
 * Creates an outbound client that serves canned responses and records its requests. It throws an OutboundError that
 * `answer` returns.
 */
export function createFakeOutboundClient(
  answer: (path: string, request: OutboundRequest) => Canned | OutboundError,
): FakeOutboundClient {
  const requests: OutboundRequest[] = [];
  const pathOf = (request: OutboundRequest) => {
    const { pathname, search } = new URL(request.url);
    return pathname + search;
  };
  return {
    requests,
    paths: () => requests.map(pathOf),
    async request(request) {
      request.signal?.throwIfAborted();
      requests.push(request);
      if (!request.hosts.allows(new URL(request.url).hostname)) throw new OutboundError('refused-host');
      const canned = answer(pathOf(request), request);
      if (canned instanceof OutboundError) throw canned;
      const { status = 200, body = '', headers = {}, setCookies = [], url = request.url } = canned;
      return { status, headers, setCookies, url, body: Readable.from([Buffer.from(body)]) };
    },
    close: async () => {},
  };
}

/** A signal that never aborts. */
export const neverAborted = new AbortController().signal;
