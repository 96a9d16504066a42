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
    /** Error codes of this route, besides those that `errorsOf` adds. Their answers have the schema of a problem. */
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
 * Checks requests with the zod schemas and writes an answer as the route returns it: types and tests compare it with its
 * schema. With a factory for both, the framework does not load its own JSON schema compilers at the start.
 */
export const SCHEMA_CONTROLLER = {
  compilersFactory: {
    buildValidator: () => validatorCompiler,
    buildSerializer: () => () => JSON.stringify,
  },
  // The framework's type names the types of those compilers.
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Schema of an answer: its JSON, nothing, or a media type whose bytes are not described. */
export type AnswerSchema =
  | z.ZodMiniType
  | { readonly content: Readonly<Record<string, { readonly schema: z.ZodMiniType }>> };

/** Declares an answer without a body. */
export const empty = z.undefined();

/** Declares an answer of one of these media types, which is sent as it is. */
export const bytesOf = (...types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: z.unknown() }])),
});

/** Declares an error answer that carries more than a problem: its schema, and the code it is sent with. */
export const problemOf = <Schema extends z.ZodMiniObject>(schema: Schema, code: ErrorCode) => ({
  description: code,
  content: { 'application/problem+json': { schema: z.extend(schema, { code: z.literal(code) }) } },
});

/** The parts of a route that say what it expects and answers. */
export interface DeclaredRoute extends Pick<RouteOptions, 'method' | 'url'> {
  readonly schema: FastifySchema;
  readonly config: FastifyContextConfig;
}

/**
 * Collects the routes that are registered after this call and declare a schema. Registering a route below /api without
 * one throws.
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
