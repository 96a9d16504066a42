import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TicketOffice } from '../../tickets/ticket.ts';
import type { Tunnel } from '../../tunnel/tunnel.ts';
import { sendProblem } from '../problem.ts';

interface MediaRoute {
  Params: { ticket: string };
  Querystring: { download?: string; redirect?: string };
}

/** `GET, HEAD /api/media/{ticket}`: the bytes a ticket stands for; `?download` as an attachment, `?redirect` to the platform itself. */
export const registerMediaRoute = (app: FastifyInstance, tickets: TicketOffice, tunnel: Tunnel): void => {
  const handle = async (request: FastifyRequest<MediaRoute>, reply: FastifyReply): Promise<FastifyReply> => {
    const opened = tickets.open(request.params.ticket);
    if (!opened.ok) return sendProblem(reply, opened.code);
    if (request.query.redirect !== undefined) {
      const direct = tunnel.directLink(opened.ticket);
      return direct === null ? sendProblem(reply, 'redirect_unavailable') : reply.redirect(direct, 302);
    }
    const outcome = await tunnel.serve(
      opened.ticket,
      {
        method: request.method === 'HEAD' ? 'HEAD' : 'GET',
        range: request.headers.range,
        ifRange: request.headers['if-range'] as string | undefined,
        attachment: request.query.download !== undefined,
      },
      reply.raw,
    );
    // The tunnel writes to the socket itself, or gives a code while nothing has been written.
    if (outcome.ok || outcome.code === 'aborted' || outcome.code === 'destroyed') return reply.hijack();
    if (outcome.code === 'range_unsatisfiable' && outcome.totalSize !== undefined)
      reply.header('content-range', `bytes */${String(outcome.totalSize)}`);
    return sendProblem(reply, outcome.code);
  };
  app.route<MediaRoute>({ method: ['GET', 'HEAD'], url: '/api/media/:ticket', handler: handle });
};
