import * as z from 'zod/mini';
import { storedPictureSchema } from '#shared/contract/admin-settings.ts';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import type { LogoStore } from '../../settings/logo-store.ts';
import { matchesEtag } from '../etag.ts';
import type { RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';
import { bytesOf, empty, type HttpServer } from '../route-schema.ts';

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
      {
        ...requireRole('administrator', 'bytes'),
        bodyLimit: LOGO_MAX_BYTES,
        schema: {
          summary: 'Stores a picture as a logo',
          consumes: ['image/*'],
          response: { 200: storedPictureSchema },
          errors: ['logo_invalid', 'logo_too_large'],
        },
      },
      async (request, reply) => {
        const added = Buffer.isBuffer(request.body)
          ? await logos.add(request.body)
          : ({ ok: false, code: 'logo_invalid' } as const);
        if (!added.ok) return sendProblem(reply, added.code);
        return reply.header('cache-control', 'no-store').send(added.logo);
      },
    );
  });
};

/** Registers `GET, HEAD /api/logo/{hash}`: a stored logo in full size. The content of a hash never changes. */
export const registerLogoRoute = (app: HttpServer, logos: LogoStore): void => {
  app.get(
    '/api/logo/:hash',
    {
      schema: {
        summary: 'Returns a stored logo at full size',
        params: ofLogo,
        response: { 200: bytesOf('image/png', 'image/webp'), 304: empty },
        errors: ['logo_unknown'],
      },
    },
    async (request, reply) => {
      const { hash } = request.params;
      const logo = await logos.find(hash);
      if (logo === null) return sendProblem(reply, 'logo_unknown');
      reply.headers({
        etag: `"${hash}"`,
        'cache-control': `public, max-age=${String(YEAR_SECONDS)}, immutable`,
        'content-security-policy': PICTURE_POLICY,
      });
      if (matchesEtag(request.headers['if-none-match'], `"${hash}"`)) return reply.code(304).send();
      return reply.type(logo.type).send(Buffer.from(logo.bytes));
    },
  );
};
