import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { storedPictureSchema } from '#shared/contract/admin-settings.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import { LOGO_ICON_NAMES } from '#shared/sharing.ts';
import { matchesEtag } from '../../http/etag.ts';
import type { RequireRole } from '../../http/guard.ts';
import { sendProblem } from '../../http/problem.ts';
import { bytesOf, emptyAnswer, type HttpServer, routeOf } from '../../http/route-schema.ts';
import type { LogoStore } from './logo-store.ts';

const ofLogo = z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });
const YEAR_SECONDS = 31_536_000;

/** Content security policy of a logo: the browser must never run it as a document, whatever type it detects. */
const PICTURE_POLICY = "sandbox; default-src 'none'";

/**
 * Registers `POST /api/admin/logo`: stores an uploaded picture and returns it as a logo. The declared content type is
 * ignored.
 */
export const registerLogoUpload = (
  app: HttpServer,
  { logos, requireRole }: { readonly logos: LogoStore; readonly requireRole: RequireRole },
): void => {
  // A separate scope, because no other route accepts raw bytes.
  void app.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.setErrorHandler((error: Error & { readonly code?: string }, _request, reply) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return sendProblem(reply, 'logo_too_large');
    });
    scope.post(
      '/api/admin/logo',
      routeOf(
        { ...requireRole('administrator', 'bytes'), bodyLimit: LOGO_MAX_BYTES },
        'Stores a picture as a logo',
        {
          consumes: ['image/*'],
          response: { 200: storedPictureSchema },
          errors: ['logo_invalid', 'logo_too_large'],
        },
      ),
      async (request, reply) => {
        const added = Buffer.isBuffer(request.body)
          ? await logos.add(request.body)
          : ({ ok: false, code: 'logo_invalid' } as const);
        if (!added.ok) return sendProblem(reply, added.code);
        return reply.send(added.logo);
      },
    );
  });
};

const ofIcon = z.extend(ofLogo, { icon: z.enum(LOGO_ICON_NAMES) });

/**
 * Sends a picture that browsers may keep for a year, because the content at its path never changes. Returns 304 for a client that has it.
 */
const sendPicture = (
  { bytes, type, etag }: { readonly bytes: Uint8Array; readonly type: string; readonly etag: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  reply.headers({
    etag,
    'cache-control': `public, max-age=${String(YEAR_SECONDS)}, immutable`,
    'content-security-policy': PICTURE_POLICY,
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(Buffer.from(bytes));
};

/**
 * Registers `GET, HEAD /api/logo/{hash}`: a stored logo in full size, and `/api/logo/{hash}/{icon}`: an icon drawn from it. The
 * content of a hash never changes.
 */
export const registerLogoRoutes = (app: HttpServer, logos: LogoStore): void => {
  app.get(
    '/api/logo/:hash',
    routeOf({}, 'Returns a stored logo at full size', {
      params: ofLogo,
      response: { 200: bytesOf('image/png', 'image/webp'), 304: emptyAnswer },
      errors: ['logo_unknown'],
    }),
    async (request, reply) => {
      const { hash } = request.params;
      const logo = await logos.find(hash);
      if (logo === null) return sendProblem(reply, 'logo_unknown');
      return sendPicture({ ...logo, etag: `"${hash}"` }, request, reply);
    },
  );
  app.get(
    '/api/logo/:hash/:icon',
    routeOf({}, 'Returns an icon drawn from a stored logo', {
      params: ofIcon,
      response: { 200: bytesOf('image/png'), 304: emptyAnswer },
      errors: ['logo_unknown'],
    }),
    async (request, reply) => {
      const { hash, icon } = request.params;
      const bytes = await logos.findIcon(hash, icon);
      if (bytes === null) return sendProblem(reply, 'logo_unknown');
      return sendPicture({ bytes, type: 'image/png', etag: `"${hash}/${icon}"` }, request, reply);
    },
  );
};
