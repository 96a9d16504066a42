import { Readable } from 'node:stream';
import {
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
} from '../../src/server/net/outbound-client.ts';
import type { ParsedLink } from '../../src/shared/links/parsed-link.ts';

/** What a canned upstream says to one request. */
export interface Canned {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly setCookies?: readonly string[];
  /** Where the outbound client ended up after redirects; the asked address unless given. */
  readonly url?: string;
}

export interface FakeOutboundClient extends OutboundClient {
  readonly requests: readonly OutboundRequest[];
  /** `path` of every request, with its query. */
  readonly paths: () => readonly string[];
}

/** Creates an outbound client that serves canned answers and remembers what it was asked. A returned OutboundError is thrown. */
export function fakeOutboundClient(
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

/** Gives a recognised link for tests; only platform, kind, id and address matter to an engine. */
export function linkTo(
  platform: 'instagram' | 'tiktok' | 'sample',
  id: string,
  given: Partial<ParsedLink> = {},
): ParsedLink {
  const url =
    platform === 'tiktok' ? `https://www.tiktok.com/@_/video/${id}` : `https://www.instagram.com/p/${id}/`;
  return {
    platform,
    kind: platform === 'tiktok' ? 'video' : 'post',
    id,
    username: null,
    url,
    itemIndex: null,
    contentType: 'video',
    label: 'a post',
    ...given,
  };
}

/** A signal that never aborts. */
export const patience = new AbortController().signal;
