import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { problemSchema } from '#shared/contract/problem.ts';
import {
  type AnswerSchema,
  type DeclaredRoute,
  errorsOf,
  type HttpServer,
} from '../../src/server/http/route-schema.ts';

/** An answer does not match what its route declares. */
class ResponseMismatchError extends Error {
  override readonly name = 'ResponseMismatchError';
  readonly statusCode = 500;
}

const PROBLEM = 'application/problem+json';

/** Returns the schema that a route declares for an answer; undefined when it declares none. */
const schemaOf = (answer: AnswerSchema | undefined, type: string): z.ZodMiniType | undefined => {
  if (answer === undefined || !('content' in answer)) return answer;
  const family = `${type.split('/')[0] ?? ''}/*`;
  return (answer.content[type] ?? answer.content[family])?.schema;
};

/** Returns what is wrong with an answer, or null. A field that the schema does not declare is wrong, too. */
const faultOf = (route: DeclaredRoute, reply: FastifyReply, payload: unknown): string | null => {
  const type = String(reply.getHeader('content-type') ?? '').split(';')[0] ?? '';
  const isProblem = type === PROBLEM && typeof payload === 'string';
  const answers = (route.schema.response ?? {}) as Readonly<Record<number, AnswerSchema>>;
  const schema = schemaOf(answers[reply.statusCode], type) ?? (isProblem ? problemSchema : undefined);
  if (schema === undefined) return `status ${String(reply.statusCode)} of type ${type} is not declared`;
  if (typeof payload !== 'string' || !type.endsWith('json')) return null;
  const body: unknown = JSON.parse(payload);
  if (isProblem) {
    const { code } = problemSchema.parse(body);
    if (!Object.values(errorsOf(route)).flat().includes(code)) return `error ${code} is not declared`;
  }
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) return z.prettifyError(parsed.error);
  return isDeepStrictEqual(parsed.data, body) ? null : 'the answer has fields that are not declared';
};

/**
 * Turns every answer that does not match its route's declaration into a fault (500). For tests: in production an answer
 * is sent as the route wrote it.
 */
export const checkResponses = (app: HttpServer): void => {
  app.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { method, url, schema, config } = routeOptions;
    if (schema?.response === undefined || method === undefined || url === undefined) return payload;
    const fault = faultOf({ method, url, schema, config }, reply, payload);
    if (fault !== null) throw new ResponseMismatchError(`${String(method)} ${url}: ${fault}`);
    return payload;
  });
};
