import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { chooseText } from '#shared/links/choose-text.ts';
import { SHARE_FIELDS, SHARE_PATH } from '#shared/sharing.ts';
import type { Config } from '../../base/config/config.ts';
import { bytesOf, emptyAnswer, type HttpServer, routeOf } from '../../http/route-schema.ts';
import { NO_INDEX_HEADER } from '../../http/security-headers.ts';
import { type PageResponder, sendPage } from './page-routes.ts';

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'];
/** Body limit: the three texts, of which apps fill one with a link and a caption, percent-encoded. */
const SHARE_MAX_BYTES = 32 * 1024;

/** Fields of the form. A missing field, or a file in its place, counts as empty, so that every share gets a page. */
const field = z.catch(z.string(), '');
const shareSchema = z.object({ title: field, text: field, url: field });

/** Reads a form with the platform's own reader; returns no field of a body that is no such form. */
const readShare = async (body: Buffer<ArrayBuffer>, type: string): Promise<object> => {
  try {
    return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData());
  } catch {
    return {};
  }
};

/**
 * Registers `POST /share`, to which apps, the bookmarklet and the offline page post a link where no service worker takes the form. Any site
 * may send it, because it only opens the public page: the link is in the document, so that it appears in no address, history or log, and
 * the page requests the preview like any other. A form without a text, or one too large to be a share, leads to the page, as does `GET`.
 */
export const registerShareTarget = (
  app: HttpServer,
  { basePath }: Pick<Config, 'basePath'>,
  responder: PageResponder,
): void => {
  const sendHome = (reply: FastifyReply) =>
    reply.headers({ ...NO_INDEX_HEADER, 'cache-control': 'no-store' }).redirect(`${basePath}/`, 303);

  // A scope, because no other route may accept these forms.
  void app.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      FORM_TYPES,
      { parseAs: 'buffer' },
      (request: FastifyRequest, body: Buffer<ArrayBuffer>) =>
        readShare(body, request.headers['content-type'] ?? ''),
    );
    scope.setErrorHandler((error: Error & { readonly code?: string }, _request, reply) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return sendHome(reply);
    });
    scope.post(
      SHARE_PATH,
      routeOf(
        { bodyLimit: SHARE_MAX_BYTES },
        'Returns the public page, which previews the link in a shared text',
        {
          consumes: FORM_TYPES,
          body: shareSchema,
          response: { 200: bytesOf('text/html'), 303: emptyAnswer, 503: bytesOf('text/html') },
        },
      ),
      async (request, reply) => {
        const link = chooseText(SHARE_FIELDS.map((name) => request.body[name]));
        if (link === undefined) return sendHome(reply);
        return sendPage(responder, { notFound: false, link, isShared: true }, request, reply);
      },
    );
    scope.get(
      SHARE_PATH,
      routeOf({}, 'Leads to the link form', { response: { 303: emptyAnswer } }),
      async (_request, reply) => sendHome(reply),
    );
  });
};
