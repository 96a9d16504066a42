import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  FastifyServerOptions,
  RawServerDefault,
  RouteOptions,
} from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { ErrorCode } from '#shared/errors.ts';
import { errorsOfGuard } from './guard.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** Error codes of this route, besides those that `errorsOf` adds. An answer with such a code has the schema of a problem. */
    errors?: readonly ErrorCode[];
  }
}

/**
 * The HTTP server, or a scope of it. Routes declare zod schemas, from which their request and answer types are
 * inferred.
 */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * Fastify option that validates requests with the zod schemas and serializes answers without a check, because types and tests compare
 * answers with their schemas. It also keeps Fastify from loading its own JSON schema compilers at the start.
 */
export const SCHEMA_CONTROLLER = {
  compilersFactory: {
    buildValidator: () => validatorCompiler,
    buildSerializer: () => () => JSON.stringify,
  },
  // The framework's type names the types of those compilers.
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Schema of an answer: a zod schema of its JSON (`emptyAnswer` for no body), or a schema for each media type. */
export type AnswerSchema =
  | z.ZodMiniType
  | { readonly content: Readonly<Record<string, { readonly schema: z.ZodMiniType }>> };

/** Declares an answer without a body. */
export const emptyAnswer = z.undefined();

/** Declares an answer with one of the given media types. Its bytes have no schema and are sent unchanged. */
export const bytesOf = (...mediaTypes: readonly string[]) => ({
  content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: z.unknown() }])),
});

/** Declares an error answer whose body has this schema instead of that of a problem. Its `code` is always the given one. */
export const problemOf = <Schema extends z.ZodMiniObject>(schema: Schema, code: ErrorCode) => ({
  description: code,
  content: { 'application/problem+json': { schema: z.extend(schema, { code: z.literal(code) }) } },
});

/** Method, path, schemas and required access of a registered route. */
export interface DeclaredRoute extends Pick<RouteOptions, 'method' | 'url'> {
  readonly schema: FastifySchema;
  readonly config: FastifyContextConfig;
}

/**
 * Returns a list to which each route with a response schema is added when it is registered after this call, except HEAD routes. Registering
 * a route below /api without a response schema throws.
 */
export const collectRoutes = (app: HttpServer): readonly DeclaredRoute[] => {
  const routes: DeclaredRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const isDeclared = schema?.response !== undefined;
    if (!isDeclared && url.startsWith('/api/')) throw new Error(`the route ${url} has no schema`);
    // The framework adds a HEAD route to each GET route.
    if (isDeclared && method !== 'HEAD') routes.push({ method, url, schema, config: config ?? {} });
  });
  return routes;
};

const OF_EVERY_ROUTE: readonly ErrorCode[] = [
  'rate_limited',
  'host_invalid',
  'host_foreign',
  'internal',
  'overloaded',
  'database_unreachable',
  'database_replaced',
  'storage_full',
];
const OF_EVERY_BODY: readonly ErrorCode[] = ['body_invalid', 'body_too_large', 'body_type_unsupported'];

/**
 * Returns the error codes that a route may answer with: its `own`, those of its guard and body (`implied`), and those of
 * every route (`general`).
 */
export const errorsOf = ({ method, schema, config }: DeclaredRoute) => {
  const hasBody = [method].flat().some((one) => one !== 'GET' && one !== 'HEAD');
  return {
    own: schema.errors ?? [],
    implied: [
      ...(config.access === undefined ? [] : errorsOfGuard(config.access, hasBody)),
      ...(hasBody ? OF_EVERY_BODY : []),
    ],
    general: OF_EVERY_ROUTE,
  } satisfies Record<string, readonly ErrorCode[]>;
};

/** Returns the options of a route: its guard and other options, and a schema with the summary. */
export const routeOf = <const Options extends object, const Schema extends FastifySchema>(
  options: Options,
  summary: string,
  schema: Schema,
) => ({
  ...options,
  schema: { summary, ...schema },
});
