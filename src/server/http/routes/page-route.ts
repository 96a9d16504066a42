import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../accepted-encoding.ts';
import { holdsEtag } from '../etag.ts';
import type { PageSource } from '../kept-pages.ts';

/** Sends a page, compressed as the browser allows, with 304 for a copy it already has. */
export const sendPage = async (
  pages: PageSource,
  notFound: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheControl: 'no-cache' | 'no-store' = 'no-cache',
): Promise<FastifyReply> => {
  const page = await pages.get(notFound);
  reply.header('vary', 'accept-encoding').header('cache-control', cacheControl);
  // Nobody has a copy of what is not to be stored.
  if (cacheControl === 'no-cache') reply.header('etag', page.etag);
  if (page.policy !== null) reply.header('content-security-policy', page.policy);
  if (!notFound && holdsEtag(request.headers['if-none-match'], page.etag)) return reply.code(304).send();
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain;
  return reply
    .code(notFound ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(body);
};

/** `GET /`: the public page. */
export const registerPageRoute = (app: FastifyInstance, pages: PageSource): void => {
  app.get('/', (request, reply) => sendPage(pages, false, request, reply));
};
