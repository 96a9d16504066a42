import * as z from 'zod/mini';
import type { SiteAddress } from './cookies.ts';
import { etagOf, sendTagged } from './etag.ts';
import { type DeclaredRoute, emptyAnswer, type HttpServer, routeOf } from './route-schema.ts';

const documentSchema = z.looseObject({ openapi: z.literal('3.1.0') });

/**
 * Registers `GET /api/openapi.json`: the OpenAPI document of `routes`, which is created once, at the first request. A failed attempt is
 * repeated at the next request.
 */
export const registerOpenApiRoute = (
  app: HttpServer,
  routes: readonly DeclaredRoute[],
  config: SiteAddress,
): void => {
  const write = async () => {
    // Loading the generator takes as long as loading several other modules, and most servers never need it.
    const { writeOpenApiDocument } = await import('./openapi-document.ts');
    const body = JSON.stringify(await writeOpenApiDocument(routes, config));
    return { type: 'application/json; charset=utf-8', body, etag: etagOf(body) };
  };
  let cached: ReturnType<typeof write> | null = null;
  app.get(
    '/api/openapi.json',
    routeOf({}, 'Describes this API as an OpenAPI document', {
      response: { 200: documentSchema, 304: emptyAnswer },
    }),
    async (request, reply) => {
      cached ??= write().catch((error: unknown) => {
        cached = null;
        throw error;
      });
      return sendTagged(await cached, request, reply);
    },
  );
};
