import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Preview } from '../../preview/preview.ts';
import type { Ticket, TicketOffice } from '../../tickets/ticket.ts';
import type { Tunnel } from '../../tunnel/tunnel.ts';
import type { MaintenanceGate } from '../maintenance-gate.ts';
import { sendProblem } from '../problem.ts';

interface MediaRoute {
  Params: { ticket: string };
  Querystring: { download?: string; redirect?: string };
}

export interface MediaParts {
  readonly tickets: TicketOffice;
  readonly tunnel: Tunnel;
  readonly preview: Preview;
  readonly gate: Pick<MaintenanceGate, 'refuse'>;
}

/** From a later byte on: a range that takes a file's first bytes again would be a new download. */
const LATER_BYTES = /^bytes=(?!0+-)\d+-/;

/** Whether a request goes on with a download that has begun: further bytes of a file, or the next file of a set. */
const goesOn = ({ method, headers, query }: FastifyRequest<MediaRoute>): boolean =>
  query.download === 'next' || (method === 'GET' && LATER_BYTES.test(headers.range ?? ''));

const isOver = (code: string): code is 'aborted' | 'destroyed' | 'let_go' =>
  code === 'aborted' || code === 'destroyed' || code === 'let_go';

/** `GET, HEAD /api/media/{ticket}`: the bytes a ticket stands for; `?download` as an attachment, `?redirect` to the platform itself. */
export const registerMediaRoute = (
  app: FastifyInstance,
  { tickets, tunnel, preview, gate }: MediaParts,
  headers: Readonly<Record<string, string>>,
): void => {
  const serve = async (
    ticket: Ticket,
    request: FastifyRequest<MediaRoute>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    // The tunnel writes its own head; what every answer carries is laid under it.
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    const outcome = await tunnel.serve(
      ticket,
      {
        method: request.method === 'HEAD' ? 'HEAD' : 'GET',
        range: request.headers.range,
        ifRange: request.headers['if-range'] as string | undefined,
        attachment: request.query.download !== undefined,
      },
      reply.raw,
    );
    // The tunnel writes to the socket itself, or gives a code while nothing has been written.
    if (outcome.ok || isOver(outcome.code)) return reply.hijack();
    // The visitor's browser asks for the preview again: it must not be given the same dead link from memory.
    if (outcome.code === 'ticket_expired') preview.forget(ticket);
    if (outcome.code === 'range_unsatisfiable' && outcome.totalSize !== undefined)
      reply.header('content-range', `bytes */${String(outcome.totalSize)}`);
    return sendProblem(reply, outcome.code);
  };
  const handle = (request: FastifyRequest<MediaRoute>, reply: FastifyReply) => {
    const opened = tickets.open(request.params.ticket);
    if (!opened.ok) return sendProblem(reply, opened.code);
    if (request.query.redirect === undefined) return serve(opened.ticket, request, reply);
    const direct = tunnel.directLink(opened.ticket);
    if (direct === null) return sendProblem(reply, 'redirect_unavailable');
    return reply.header('cache-control', 'no-store').redirect(direct, 302);
  };
  app.route<MediaRoute>({
    method: ['GET', 'HEAD'],
    url: '/api/media/:ticket',
    // Before the ticket is opened: nothing of it is anybody's business while the site is closed.
    onRequest: async (request, reply) => (goesOn(request) ? undefined : gate.refuse(request, reply)),
    handler: handle,
  });
};
