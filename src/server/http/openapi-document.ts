import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifySwagger from '@fastify/swagger';
import fastify, { type FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import * as z from 'zod/mini';
import { accountSchema, sessionStateSchema } from '#shared/contract/account.ts';
import { adminSettingsSchema, savedBySchema, storedPictureSchema } from '#shared/contract/admin-settings.ts';
import { adminEnginesSchema } from '#shared/contract/engines.ts';
import { postItemSchema, postSchema, qualitySchema } from '#shared/contract/preview.ts';
import { problemSchema } from '#shared/contract/problem.ts';
import { siteSchema } from '#shared/contract/site.ts';
import { statusAnswerSchema } from '#shared/contract/status.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { PROJECT_ROOT } from '../base/config/project-root.ts';

import { type SiteAddress, sessionCookieName } from './cookies.ts';
import type { Access } from './guard.ts';
import { type DeclaredRoute, errorsOf, SCHEMA_CONTROLLER } from './route-schema.ts';

const PACKAGE = path.join(PROJECT_ROOT, 'package.json');
const packageSchema = z.object({ name: z.string(), version: z.string(), description: z.string() });

/** Schemas that the document describes once, by name. */
const COMPONENTS = {
  Account: accountSchema,
  AdminEngines: adminEnginesSchema,
  AdminSettings: adminSettingsSchema,
  Logo: storedPictureSchema,
  Post: postSchema,
  PostItem: postItemSchema,
  Problem: problemSchema,
  Quality: qualitySchema,
  Save: savedBySchema,
  Session: sessionStateSchema,
  Site: siteSchema,
  StatusReport: statusAnswerSchema,
} as const;

/** Names of the classes of statuses (RFC 9110, 15), by their first digit. */
const STATUS_CLASSES: Readonly<Record<string, string>> = {
  2: 'Successful',
  3: 'Redirection',
  4: 'Client Error',
  5: 'Server Error',
};

/** Declares an answer that carries a problem with one of these codes. */
const problemWith = (codes: readonly ErrorCode[]) => ({
  description: codes.join(', '),
  content: {
    'application/problem+json': {
      schema: z.intersection(problemSchema, z.looseObject({ code: z.enum(codes) })),
    },
  },
});

/** Header that the guard requires of an upload. It is described only: the guard checks it before a schema would. */
const UPLOAD_HEADERS = z.object({ 'x-requested-with': z.string() });

/** Describes what the guard of a route requires of the sender, except the headers of an upload. */
const describeGuard = (access: Access, isChange: boolean): string =>
  [
    ...(access === 'anyone' ? [] : [`Access: ${access}.`]),
    ...(isChange ? ['Requires Sec-Fetch-Site: same-origin, or the Origin of this site.'] : []),
  ].join(' ');

/** Returns a route's schema with what follows from its declaration: error answers, access, headers and body. */
const completeSchema = (route: DeclaredRoute): FastifySchema => {
  const { errors: _errors, ...schema } = route.schema;
  const { own, implied, general } = errorsOf(route);
  const { access = 'anyone' } = route.config;
  const byStatus = Object.groupBy(new Set([...own, ...implied]), (code) => ERROR_STATUS[code]);
  return {
    ...schema,
    ...(schema.consumes === undefined ? {} : { body: schema.body ?? z.unknown() }),
    ...(schema.consumes === undefined || access === 'anyone' ? {} : { headers: UPLOAD_HEADERS }),
    description: describeGuard(access, implied.includes('origin_foreign')),
    ...(access === 'anyone' ? {} : { security: [{ session: [] }] }),
    response: {
      ...Object.fromEntries(
        Object.entries(byStatus).map(([status, codes = []]) => [status, problemWith(codes)]),
      ),
      ...(schema.response as object),
      default: problemWith(general),
    },
  };
};

/**
 * Describes the answers that have no description by the class of their status, and drops the component schemas that are not in COMPONENTS,
 * which the generator adds for requests.
 */
const tidy = ({ paths = {}, components = {} }: OpenAPIV3_1.Document): void => {
  const { schemas = {} } = components;
  components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => name in COMPONENTS));
  for (const item of Object.values(paths))
    for (const operation of Object.values(item ?? {}) as OpenAPIV3_1.OperationObject[])
      for (const [status, answer] of Object.entries(operation.responses ?? {}))
        if ('description' in answer && answer.description === 'Default Response')
          answer.description = STATUS_CLASSES[status.charAt(0)] ?? status;
};

/**
 * Creates the OpenAPI document of the routes, with name, version and description from package.json. The generator reads routes from a
 * server, so the routes are registered again, on a server that never listens.
 */
export const writeOpenApiDocument = async (
  routes: readonly DeclaredRoute[],
  config: SiteAddress,
): Promise<OpenAPIV3_1.Document> => {
  const { name, version, description } = packageSchema.parse(JSON.parse(await readFile(PACKAGE, 'utf8')));
  const schemaRegistry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) schemaRegistry.add(schema, { id });
  const app = fastify({
    exposeHeadRoutes: false,
    schemaController: SCHEMA_CONTROLLER,
  });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: name, version, description },
      ...(config.basePath !== '' && { servers: [{ url: config.basePath }] }),
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config) } },
      },
    },
    convertConstToEnum: false,
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  for (const route of routes)
    app.route({
      method: route.method,
      url: route.url,
      schema: completeSchema(route),
      handler: () => undefined,
    });
  await app.ready();
  const document = app.swagger() as OpenAPIV3_1.Document;
  await app.close();
  tidy(document);
  return document;
};
