import http from 'node:http';
import type { Ticket } from '../../src/server/media/tickets/ticket.ts';
import {
  createTunnel,
  type TunnelOptions,
  type TunnelOutcome,
} from '../../src/server/media/tunnel/tunnel.ts';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import { startUpstream, type Upstream } from './loopback-upstream.ts';

export const CDN = 'scontent.cdninstagram.com';

/** Creates a file that begins like an MP4 and continues with noise. */
export const mediaBytes = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(Math.imul(at + 1, 2_654_435_761) >>> 0, at);
  bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'.slice(0, length), 'latin1');
  return bytes;
};

export const ticketFor = (over: Partial<Ticket> = {}): Ticket => ({
  purpose: 'media',
  source: { kind: 'upstream', url: `https://${CDN}/clip.mp4`, headers: {} },
  mediaKind: 'video',
  mime: 'video/mp4',
  size: null,
  filename: 'clip.mp4',
  post: 'https://www.instagram.com/p/invented/',
  ...over,
});

/** What a client received. `clean` is true only when the response ended as a complete one. */
export interface Seen {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly clean: boolean;
}

export interface Front {
  readonly origin: string;
  /** Outcomes in the order in which the requests ended. */
  readonly outcomes: readonly TunnelOutcome[];
  ask(ticket: Ticket, options?: http.RequestOptions & { attachment?: boolean }): Promise<Seen>;
  /** Registers a ticket at the front server for requests by other clients. Returns its path. */
  place(ticket: Ticket): string;
  close(): Promise<void>;
}

const read = (request: http.ClientRequest): Promise<Seen> =>
  new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          clean: response.complete,
        }),
      );
    });
    request.end();
  });

/**
 * Starts the tunnel behind a bare HTTP server. Its outbound client is routed to `upstream` for the delivery network's
 * host.
 */
export const startFront = async (
  upstream: Upstream,
  options: Partial<TunnelOptions> = {},
): Promise<Front> => {
  const outbound = createOutboundClient({
    routes: [{ host: CDN, origin: upstream.origin }],
    proxy: null,
  });
  const tunnel = createTunnel({ outbound, hosts: mediaHosts([]), findSample: () => null, ...options });
  const tickets: Ticket[] = [];
  const outcomes: TunnelOutcome[] = [];
  const server = await startUpstream((request, response) => {
    const url = new URL(request.url ?? '', 'http://front.test');
    const ticket = tickets[Number(url.pathname.slice(1))];
    if (ticket === undefined) throw new Error('no such ticket');
    const pendingRequest = {
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
      isAttachment: url.searchParams.has('download'),
    } as const;
    tunnel.serve(ticket, pendingRequest, response).then(
      (outcome) => {
        outcomes.push(outcome);
        if (
          outcome.ok ||
          outcome.code === 'aborted' ||
          outcome.code === 'destroyed' ||
          outcome.code === 'let_go'
        )
          return;
        response.writeHead(599, {
          'x-code': outcome.code,
          ...('totalSize' in outcome ? { 'x-total': String(outcome.totalSize) } : {}),
        });
        response.end();
      },
      (error: unknown) => {
        response.writeHead(598, { 'x-code': String(error) });
        response.end();
      },
    );
  });
  const place = (ticket: Ticket): string => `/${tickets.push(ticket) - 1}`;
  return {
    origin: server.origin,
    outcomes,
    place,
    ask: (ticket, { attachment = false, ...rest } = {}) =>
      read(
        http.request(`${server.origin}${place(ticket)}${attachment ? '?download' : ''}`, {
          agent: false,
          ...rest,
        }),
      ),
    close: async () => {
      await server.close();
      await outbound.close();
    },
  };
};
