import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { downloadPanel } from '#messages/download-panel.ts';
import { problemDetails } from '#messages/problem-details.ts';
import { formatMoment } from '#shared/format/day.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import { text } from '#shared/messages/text.ts';
import type { Config } from '../base/config/config.ts';
import type { LimitedLog } from '../base/observability/limited-log.ts';
import { currentReference } from '../base/observability/request-reference.ts';
import { FILE_PAUSED_MS, type StalledClientMonitor } from '../http/connection-limits.ts';
import { type FindRequester, limitKeyOf, whileConnected } from '../http/find-requester.ts';
import type { MaintenanceGate } from '../http/maintenance-gate.ts';
import { sendProblem } from '../http/problem.ts';
import { bytesOf, emptyAnswer, type HttpServer } from '../http/route-schema.ts';
import { baseHeaders, NO_INDEX_HEADER } from '../http/security-headers.ts';
import type { Slot } from '../limits/slots.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { Ticket, TicketSealer } from './tickets/ticket.ts';
import { createTunnel, type Tunnel, type TunnelOptions, type TunnelTransfer } from './tunnel/tunnel.ts';

/** Schema of a query parameter that only has to be present. A repeated parameter is read as a list, which counts as present. */
const presence = z.optional(z.union([z.string(), z.array(z.string())]));
const ticketParams = z.object({ ticket: z.string() });
const fileQuery = z.object({
  download: presence,
  tunnel: presence,
  unnamed: presence,
  redirect: presence,
});
const FILE = bytesOf('image/*', 'video/*', 'audio/*', 'text/vtt');

interface MediaRoute {
  Params: z.infer<typeof ticketParams>;
  Querystring: z.infer<typeof fileQuery>;
}

interface MediaPluginParts extends TunnelOptions {
  readonly config: Config;
  readonly tickets: Pick<TicketSealer, 'open'>;
  readonly preview: { readonly forget: (ticket: Ticket) => void };
  readonly gate: Pick<MaintenanceGate, 'refuse'>;
  readonly findRequester: FindRequester;
  readonly traffic: Pick<TrafficLimits, 'streams' | 'thumbnails' | 'mediaRequests' | 'upstreamHeads'>;
  readonly stalledClients: Pick<StalledClientMonitor, 'exempt'>;
  /** Returns the time until which new downloads are refused (ISO 8601); null if they are not refused. */
  readonly downloadsPausedUntil: () => string | null;
}

interface MediaParts extends MediaPluginParts {
  readonly tunnel: Tunnel;
  /** Headers of every media response. */
  readonly headers: Readonly<Record<string, string>>;
}

type MediaRequest = FastifyRequest<MediaRoute>;

const FOREIGN: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * Returns whether a page of another origin, even a subdomain, embeds or fetches the response. Returns false for a followed link and for
 * clients that send no Fetch Metadata (old browsers, curl, download managers).
 */
export const isForeignEmbed = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
  const site = headers['sec-fetch-site'];
  if (typeof site !== 'string' || !FOREIGN.has(site)) return false;
  // Chromium 76 to 79 sends no Sec-Fetch-Dest. For frames, other browsers send a destination other than `document`.
  const destination = headers['sec-fetch-dest'] ?? 'document';
  return headers['sec-fetch-mode'] !== 'navigate' || destination !== 'document';
};

/** Retry-After in seconds when no slot is free. Slots become free as transfers end, so a browser that waits this long usually gets one. */
const NO_SLOT_RETRY_SECONDS = 5;

/**
 * Acquires a slot for a media transfer, which the caller has to release. Returns null when it has sent an error instead, or when the client
 * has disconnected; `reply` is then complete.
 */
const acquireStreamSlot = async (
  ticket: Ticket,
  request: FastifyRequest,
  reply: FastifyReply,
  { traffic, findRequester }: Pick<MediaParts, 'traffic' | 'findRequester'>,
): Promise<Slot | null> => {
  const key = limitKeyOf(await findRequester(request));
  const requests = request.method === 'HEAD' ? traffic.upstreamHeads : traffic.mediaRequests;
  const { ok: isAdmitted, retryAfter } = await requests.take(key);
  if (!isAdmitted) {
    sendProblem(reply, 'rate_limited', { retryAfter, ownLimit: true });
    return null;
  }
  const limiter = ticket.purpose === 'thumbnail' ? traffic.thumbnails : traffic.streams;
  const slot = await whileConnected(reply, (signal) => limiter.acquire(key, signal));
  if (slot === null) {
    reply.hijack();
    return null;
  }
  if (!slot.ok) {
    const code = slot.full === 'network' ? 'rate_limited' : 'overloaded';
    sendProblem(reply, code, { retryAfter: NO_SLOT_RETRY_SECONDS });
    return null;
  }
  return slot;
};

/**
 * Milliseconds without progress after which the slot of a thumbnail is offered to other networks. Shorter than the time for a file
 * (FILE_PAUSED_MS), because a player may pause in a file.
 */
const THUMBNAIL_PAUSED_MS = 1_000;

/**
 * Exempts the connection from the general minimum speed, and offers the slot to other networks whenever the reader pauses. Resets the
 * connection when another network wants the slot. Returns the function that ends the exemption.
 */
const watchReader = (
  { purpose }: Ticket,
  { socket }: FastifyRequest['raw'],
  slot: Slot,
  stalledClients: MediaParts['stalledClients'],
): (() => void) =>
  stalledClients.exempt(socket, {
    pauseAfterMs: purpose === 'thumbnail' ? THUMBNAIL_PAUSED_MS : FILE_PAUSED_MS,
    onPause: (signal) =>
      void slot.offer(signal).then((isWanted) => {
        if (isWanted) socket.resetAndDestroy();
      }),
  });

/** Matches a range that starts after the first byte; a range from byte 0 would be a new download. */
const LATER_BYTES = /^bytes=(?!0+-)\d+-/;

/** Returns whether a request continues a download: further bytes of a file, or the next file of a set. */
const continuesDownload = ({ method, headers, query }: MediaRequest): boolean =>
  query.download === 'next' || (method === 'GET' && LATER_BYTES.test(headers.range ?? ''));

const isConnectionEnded = (code: string): code is 'aborted' | 'destroyed' | 'let_go' =>
  code === 'aborted' || code === 'destroyed' || code === 'let_go';

/**
 * Returns whether the Cache-Control of a request requires a response from the delivery network. The page sends such a header before a
 * browser download, whose errors the page cannot detect.
 */
const requiresFreshResponse = ({ headers }: MediaRequest): boolean =>
  /(?:^|[\s,])(?:no-cache|no-store|max-age=0)\b/i.test(headers['cache-control'] ?? '');

/** Sets the common headers on the raw response, which the tunnel writes to without the framework. */
const setRawHeaders = ({ raw }: FastifyReply, headers: MediaParts['headers']): void => {
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value);
};

const dispositionOf = ({ query }: Pick<MediaRequest, 'query'>) => ({
  isAttachment: query.download !== undefined,
  isUnnamed: query.unnamed !== undefined,
});

/** Answers a HEAD request from the ticket's data. Returns false, without writing anything, when the data is not sufficient. */
const sendKnownHead = (
  ticket: Ticket,
  request: MediaRequest,
  reply: FastifyReply,
  { tunnel, headers }: MediaParts,
): boolean => {
  const known = tunnel.knownHead(ticket, dispositionOf(request));
  if (known === null) return false;
  setRawHeaders(reply, headers);
  reply.raw.writeHead(200, known).end();
  return true;
};

const stream = async (
  ticket: Ticket,
  request: MediaRequest,
  reply: FastifyReply,
  { tunnel, preview, headers }: MediaParts,
): Promise<FastifyReply> => {
  setRawHeaders(reply, headers);
  const outcome = await tunnel.serve(
    ticket,
    {
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
      ...dispositionOf(request),
    },
    reply.raw,
  );
  // The tunnel has written the response, or returns a code when nothing has been written.
  if (outcome.ok || isConnectionEnded(outcome.code)) return reply.hijack();
  // The visitor's browser requests the preview again; it must not receive the expired link from the cache.
  if (outcome.code === 'ticket_expired') preview.forget(ticket);
  if (outcome.code === 'range_unsatisfiable' && outcome.totalSize !== undefined)
    reply.header('content-range', `bytes */${String(outcome.totalSize)}`);
  return sendProblem(reply, outcome.code, outcome.code === 'network' ? UNREACHED : {});
};

/** Problem details for a platform that could not be reached, worded for a file. */
const UNREACHED = { detail: text(problemDetails, 'networkFile') };

const serve = async (
  ticket: Ticket,
  request: MediaRequest,
  reply: FastifyReply,
  parts: MediaParts,
): Promise<FastifyReply> => {
  const paused = parts.downloadsPausedUntil();
  if (paused !== null && request.query.download !== undefined && !continuesDownload(request))
    return sendProblem(reply, 'traffic_spent', {
      detail: text(downloadPanel, 'trafficSpent', { time: formatMoment(paused) }),
      retryAfter: Math.max(1, (Date.parse(paused) - Date.now()) / 1_000),
    });
  if (
    request.method === 'HEAD' &&
    !requiresFreshResponse(request) &&
    sendKnownHead(ticket, request, reply, parts)
  )
    return reply.hijack();
  const slot = await acquireStreamSlot(ticket, request, reply, parts);
  if (slot === null) return reply;
  const endExemption = watchReader(ticket, request.raw, slot, parts.stalledClients);
  try {
    return await stream(ticket, request, reply, parts);
  } finally {
    slot.release();
    endExemption();
  }
};

/**
 * Redirects to `address`, the platform's own address of a file. During maintenance, sends the problem `maintenance` instead unless an
 * administrator asks, also for a request that continues a download, although the route's hook lets such a request pass. The platform does
 * not learn which page the visitor comes from, and no cache stores the address.
 */
const redirect = async (
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  { gate }: Pick<MediaParts, 'gate'>,
): Promise<FastifyReply> => {
  // Not by its value: a reply that is awaited resolves to nothing.
  await gate.refuse(request, reply);
  if (reply.sent) return reply;
  return reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(address, 302);
};

/**
 * Returns the platform's own address of a file to save. Returns null if this server sends the file: when the query has no `download`, when
 * it has `tunnel`, when the owner has set direct delivery off, and when `tunnel.deliveryLink` returns null.
 */
const deliveryLink = (
  ticket: Ticket,
  { query }: MediaRequest,
  { config, tunnel }: Pick<MediaParts, 'config' | 'tunnel'>,
): string | null =>
  config.delivery === 'tunnel' || query.download === undefined || query.tunnel !== undefined
    ? null
    : tunnel.deliveryLink(ticket);

/**
 * Logs a failed transfer with the code of its outcome: `destroyed` when the delivery network failed after the first byte, `let_go` when the
 * reader was too slow or took too long, otherwise the error code that was sent. Does not log complete transfers and transfers that the
 * visitor ended.
 */
const logTransfer = (
  log: LimitedLog,
  { ticket, ms, firstByteMs, outcome, isAttachment }: TunnelTransfer,
): void => {
  if (outcome.ok || outcome.code === 'aborted') return;
  const post = parseLink(ticket.post);
  log.info(
    {
      reference: currentReference(),
      group: {
        platform: post.ok ? post.link.platform : 'sample',
        purpose: ticket.purpose === 'thumbnail' ? 'thumbnail' : isAttachment ? 'download' : 'view',
        kind: ticket.mediaKind,
        code: outcome.code,
      },
      details: {
        firstByteMs: firstByteMs === null ? undefined : Math.round(firstByteMs),
        ms: Math.round(ms),
      },
    },
    firstByteMs === null ? 'transfer failed' : 'transfer broken',
  );
};

/**
 * Creates the Fastify plugin with the route `GET, HEAD /api/media/{ticket}`, which sends the file of a ticket. With `?download`, sends it
 * as an attachment (without a name with `&unnamed`), or redirects to the platform if delivery is direct and the redirect can work. With `?redirect`, redirects to the
 * platform, or answers `redirect_unavailable`. Creates the tunnel, and logs its failed transfers.
 */
export const mediaPlugin = (pluginParts: MediaPluginParts) => async (app: HttpServer) => {
  const { config, tickets, gate, observe } = pluginParts;
  const tunnel = createTunnel({
    ...pluginParts,
    observe(transfer) {
      logTransfer(app.limitedLog, transfer);
      observe?.(transfer);
    },
  });
  const headers = { ...baseHeaders(config), ...NO_INDEX_HEADER };
  const parts: MediaParts = { ...pluginParts, tunnel, headers };
  const handle = (request: MediaRequest, reply: FastifyReply) => {
    const opened = tickets.open(request.params.ticket);
    if (!opened.ok) return sendProblem(reply, opened.code);
    if (request.query.redirect === undefined) {
      const address = deliveryLink(opened.ticket, request, parts);
      return address === null
        ? serve(opened.ticket, request, reply, parts)
        : redirect(request, reply, address, parts);
    }
    const direct = tunnel.directLink(opened.ticket);
    return direct === null
      ? sendProblem(reply, 'redirect_unavailable')
      : redirect(request, reply, direct, parts);
  };
  app.route<MediaRoute>({
    method: ['GET', 'HEAD'],
    url: '/api/media/:ticket',
    schema: {
      summary: 'Returns the file of a ticket',
      params: ticketParams,
      querystring: fileQuery,
      response: { 200: FILE, 206: FILE, 302: emptyAnswer },
      errors: [
        'embed_forbidden',
        'ticket_invalid',
        'redirect_unavailable',
        'ticket_expired',
        'range_unsatisfiable',
        'rate_limited',
        'network',
        'media_failed',
        'maintenance',
        'traffic_spent',
      ],
    },
    // Runs before the ticket is opened: a closed site must reveal nothing about it.
    onRequest: async (request, reply) => {
      if (isForeignEmbed(request)) return sendProblem(reply, 'embed_forbidden');
      return continuesDownload(request) ? undefined : gate.refuse(request, reply);
    },
    handler: handle,
  });
};
