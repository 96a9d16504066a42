import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { CONTENT_TYPES } from '#shared/contract/content-type.ts';
import type { PreviewAnswer } from '#shared/contract/page.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { parseLink, parseSampleLink } from '#shared/links/parse-link.ts';
import type { Config } from '../../base/config/config.ts';
import { createOwnFormMatcher } from '../../http/own-form.ts';
import { detailOf, logProblem, type ProblemDetails } from '../../http/problem.ts';
import { bytesOf, emptyAnswer, type HttpServer, routeOf } from '../../http/route-schema.ts';
import { NO_INDEX_HEADER } from '../../http/security-headers.ts';
import type { RunLimitedPreview } from '../../posts/posts-plugin.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { BuiltPages } from './built-pages.ts';
import { type PageResponder, sendPage, sendUncachedPage } from './page-routes.ts';

interface PreviewPageParts extends Pick<BuiltPages, 'writePreviewPage'> {
  readonly config: Pick<Config, 'publicUrl' | 'isPublicUrlGiven' | 'basePath'>;
  readonly runPreview: RunLimitedPreview;
  readonly settings: Pick<SiteSettings, 'current'>;
  /** Sends the public page with the notice during maintenance. */
  readonly responder: PageResponder;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Body limit of the form: three times the longest text that is searched for a link, because percent-encoding may triple its length. */
const FORM_MAX_BYTES = 32 * 1024;

/** Fields of the form. Any text is accepted, and an unknown content type counts as the first one, so that every submission gets a page. */
const formSchema = z.object({
  url: z._default(z.string(), ''),
  type: z.catch(z.enum(CONTENT_TYPES), CONTENT_TYPES[0]),
});
type Form = z.infer<typeof formSchema>;
const NO_FORM: Form = { url: '', type: CONTENT_TYPES[0] };

/** Statuses that are answered with a page; the others are answered as problems. */
const PAGE_STATUSES = [200, 400, 403, 404, 413, 422, 429, 502, 503];
const htmlByStatus = Object.fromEntries(PAGE_STATUSES.map((status) => [status, bytesOf('text/html')]));

/** Returns why the text of the form's field is no link; null for a link or a sample. */
const mistakeIn = (text: string): 'empty' | 'invalid' | null => {
  if (parseSampleLink(text).ok) return null;
  const parsed = parseLink(text);
  return parsed.ok ? null : parsed.code;
};

/**
 * Registers `POST /preview`, to which the form posts when the browser runs no scripts. The answer is a page with the post or with the
 * reason of the failure; during maintenance, the public page with the notice. The link is in the body, so that it appears in no address,
 * history or log. Also registers `GET /preview`, which redirects to the form.
 */
export const registerPreviewPage = (app: HttpServer, parts: PreviewPageParts): void => {
  const { config, runPreview, settings, writePreviewPage, responder } = parts;
  const isOwnForm = createOwnFormMatcher(config);

  const send = async (reply: FastifyReply, status: number, { url, type }: Form, answer: PreviewAnswer) => {
    const page = await writePreviewPage({ site: settings.current(), link: url, type, answer });
    reply.header('vary', 'accept-encoding');
    return sendUncachedPage(page, status, reply.request, reply);
  };

  type Failure = ProblemDetails & { readonly code: ErrorCode };
  const sendFailure = (reply: FastifyReply, form: Form, { code, reason, retryAfter, ownLimit }: Failure) => {
    logProblem(reply, code, reason);
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
    const failure = { code, reason, retryAfter, ownLimit, message: detailOf(code, reason) };
    const { id: reference } = reply.request;
    return send(reply, ERROR_STATUS[code], form, { kind: 'failed', ...failure, reference });
  };

  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    if (responder.gate.isOn() && !(await responder.gate.bypassesMaintenance(request)))
      return sendPage(responder, { notFound: false, link: null }, request, reply);
    return isOwnForm(request) ? undefined : sendFailure(reply, NO_FORM, { code: 'origin_foreign' });
  };

  // A scope, because no other route may accept a form: a page of another site can send one without a CORS preflight.
  void app.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, async (_request: unknown, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    );
    scope.setErrorHandler((error: Error & { readonly code?: string }, _request, reply) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      // No link is as long.
      return send(reply, ERROR_STATUS.body_too_large, NO_FORM, { kind: 'invalid', reason: 'invalid' });
    });
    scope.post(
      '/preview',
      routeOf(
        { onRequest: refuse, bodyLimit: FORM_MAX_BYTES },
        'Returns a page with the post of a link, for browsers without scripts',
        { consumes: [FORM_TYPE], body: formSchema, response: htmlByStatus },
      ),
      async (request, reply) => {
        const form = request.body;
        const reason = mistakeIn(form.url);
        if (reason !== null) return send(reply, ERROR_STATUS.link_invalid, form, { kind: 'invalid', reason });
        const outcome = await runPreview(request, reply, form.url);
        if (outcome === null) return reply.hijack();
        if (!outcome.ok) return sendFailure(reply, form, outcome);
        return send(reply, 200, form, { kind: 'post', post: outcome.post });
      },
    );
    scope.get(
      '/preview',
      routeOf({}, 'Leads to the link form', { response: { 303: emptyAnswer } }),
      async (_request, reply) =>
        reply
          .headers({ ...NO_INDEX_HEADER, 'cache-control': 'no-store' })
          .redirect(`${config.basePath}/`, 303),
    );
  });
};
