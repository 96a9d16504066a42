import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageInput } from '#shared/contract/page.ts';
import { SECTION_IDS, sectionPath } from '#shared/section-ids.ts';
import { acceptedEncoding } from '../../http/accepted-encoding.ts';
import { matchesEtag } from '../../http/etag.ts';
import { MAINTENANCE_RETRY_SECONDS, type MaintenanceGate } from '../../http/maintenance-gate.ts';
import { bytesOf, emptyAnswer, type HttpServer } from '../../http/route-schema.ts';
import { NO_INDEX_HEADER } from '../../http/security-headers.ts';
import {
  type CachedPage,
  compressUncachedPage,
  type PageSource,
  type PublicPageSource,
  type UncachedPage,
} from './page-cache.ts';

/** Pages, maintenance gate and visit recorder of the public page. */
export interface PageResponder {
  readonly pages: PublicPageSource;
  readonly gate: Pick<MaintenanceGate, 'isOn' | 'bypassesMaintenance'>;
  /** Records that the owner has loaded the page. Ignores other accounts. */
  readonly recordVisit: (request: FastifyRequest) => Promise<void>;
}

/** Returns whether a person looks at the response: not a script, and not a browser that loads it in advance. */
const isShown = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document' && headers['sec-purpose'] === undefined;

/** Sends a page with its content security policy and a status, compressed as the browser allows. */
const sendCachedPage = (
  page: CachedPage,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (page.policy !== null) reply.header('content-security-policy', page.policy);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.uncompressed;
  return reply.code(status).type('text/html; charset=utf-8').send(body);
};

/** Sends a page with its ETag, or status 304 if the browser has the current copy. */
const sendTaggedPage = (page: CachedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.header('etag', page.etag);
  if (!matchesEtag(request.headers['if-none-match'], page.etag))
    return sendCachedPage(page, 200, request, reply);
  if (page.policy !== null) reply.header('content-security-policy', page.policy);
  return reply.code(304).send();
};

/** Sends a page that is equal for all visitors, or status 304 if the browser has the current copy. */
export const sendSharedPage = (
  page: CachedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply =>
  sendTaggedPage(page, request, reply.headers({ vary: 'accept-encoding', 'cache-control': 'no-cache' }));

/** Matches addresses of the public page that tell nothing about the visitor. */
const PUBLIC_ADDRESS = /^\/(?:\?sample=[a-z]+)?$/u;

/** Whether the requested address leads to no page, and the link that it contains. */
export interface PageAddress extends Pick<PageInput, 'notFound' | 'isShared'> {
  /** Link in the address, or shared text; null without one. The page starts the preview of a link that is accepted. */
  readonly link: string | null;
}

/** Sends a page that was made for this request, compressed as the browser allows. Forbids storing and indexing the response. */
export const sendUncachedPage = async (
  { html, policy }: UncachedPage,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (policy !== null) reply.header('content-security-policy', policy);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .headers({ ...NO_INDEX_HEADER, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(await compressUncachedPage(html, encoding));
};

/**
 * Sends the public page, or status 304 if the browser has the current copy; status 404 for an address that leads to no page. During
 * maintenance, visitors who may not pass get the page with the notice and status 503. The response for an address with a link must be
 * neither stored nor indexed. Also records a visit of the owner.
 */
export const sendPage = async (
  { pages, gate, recordVisit }: PageResponder,
  { notFound, link, isShared = false }: PageAddress,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const bypassesMaintenance = await gate.bypassesMaintenance(request);
  if (bypassesMaintenance && !notFound && isShown(request))
    recordVisit(request).catch((err: unknown) => request.log.warn({ err }, 'a visit could not be recorded'));
  // Read in the same tick as the page is chosen, so that the status matches the settings the page shows.
  const closed = gate.isOn() && !bypassesMaintenance;
  // Signed-in accounts get another page at the same URL.
  reply.header('vary', 'accept-encoding, cookie');
  if (link !== null && !notFound && !closed)
    return sendUncachedPage(
      await pages.getWithLink(link, { bypassesMaintenance, isShared }),
      200,
      request,
      reply,
    );
  const isPrivateAddress = !PUBLIC_ADDRESS.test(request.url);
  const page = await pages.get({ notFound, bypassesMaintenance, isPrivateAddress });
  if (link !== null) reply.headers(NO_INDEX_HEADER);
  if (closed || link !== null) reply.header('cache-control', 'no-store');
  if (closed) {
    reply.header('retry-after', String(MAINTENANCE_RETRY_SECONDS));
    return sendCachedPage(page, 503, request, reply);
  }
  if (link !== null) return sendCachedPage(page, 404, request, reply);
  reply.header('cache-control', bypassesMaintenance ? 'private, no-cache' : 'no-cache');
  return notFound
    ? sendCachedPage(page, 404, request, reply.header('etag', page.etag))
    : sendTaggedPage(page, request, reply);
};

/** Registers `GET /`: the public page. */
export const registerPageRoute = (app: HttpServer, responder: PageResponder): void => {
  const schema = {
    summary: 'Returns the public page',
    response: { 200: bytesOf('text/html'), 304: emptyAnswer, 503: bytesOf('text/html') },
  };
  const home = { notFound: false, link: null };
  app.get('/', { schema }, (request, reply) => sendPage(responder, home, request, reply));
};

/** Paths of the panel. Any other path under /admin gets the same page with status 404. */
const PANEL_PATHS: ReadonlySet<string> = new Set([
  '/admin',
  '/admin/',
  '/admin/login',
  '/admin/signup',
  ...SECTION_IDS.map(sectionPath),
]);

/** Registers `GET /admin` and `/admin/*`: the panel's page, equal for all visitors. It loads its data from the API. */
export const registerPanelRoute = (app: HttpServer, pages: PageSource): void => {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = PANEL_PATHS.has(request.url.split('?')[0] ?? '');
    reply.headers(NO_INDEX_HEADER);
    reply.headers({ vary: 'accept-encoding', 'cache-control': 'no-store' });
    const page = await pages.get({ notFound: !known, bypassesMaintenance: false });
    return sendCachedPage(page, known ? 200 : 404, request, reply);
  };
  app.get('/admin', send);
  app.get('/admin/*', send);
};
