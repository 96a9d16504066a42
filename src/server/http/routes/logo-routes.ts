import type { FastifyInstance } from 'fastify';
import { LOGO_MAX_BYTES } from '#shared/limits.ts';
import type { LogoStore } from '../../settings/logo-store.ts';
import { matchesEtag } from '../etag.ts';
import type { RequireRole } from '../guard.ts';
import { sendProblem } from '../problem.ts';

const HASH = /^[0-9a-f]{64}$/;
const YEAR_SECONDS = 31_536_000;

/** A picture is never a document, whatever a browser takes it for (facts/security 5.2). */
const PICTURE_POLICY = "sandbox; default-src 'none'";

/** `POST /api/admin/logo`: a picture as it is in, what is kept of it out. Its declared type means nothing to us. */
export const registerLogoUpload = (
  app: FastifyInstance,
  { logos, requireRole }: { readonly logos: LogoStore; readonly requireRole: RequireRole },
): void => {
  // In a scope of its own: no other call takes bytes of any kind.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.setErrorHandler((error: Error & { readonly code?: string }, _request, reply) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return sendProblem(reply, 'logo_too_large');
    });
    scope.post(
      '/api/admin/logo',
      { ...requireRole('administrator', 'bytes'), bodyLimit: LOGO_MAX_BYTES },
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

/** `GET, HEAD /api/logo/{hash}`: a kept logo at its full size. What is under a hash never changes. */
export const registerLogoRoute = (app: FastifyInstance, logos: LogoStore): void => {
  app.get<{ Params: { hash: string } }>('/api/logo/:hash', async (request, reply) => {
    const { hash } = request.params;
    const logo = HASH.test(hash) ? await logos.find(hash) : null;
    if (logo === null) return sendProblem(reply, 'logo_unknown');
    reply.headers({
      etag: `"${hash}"`,
      'cache-control': `public, max-age=${String(YEAR_SECONDS)}, immutable`,
      'content-security-policy': PICTURE_POLICY,
    });
    if (matchesEtag(request.headers['if-none-match'], `"${hash}"`)) return reply.code(304).send();
    return reply.type(logo.type).send(Buffer.from(logo.bytes));
  });
};
