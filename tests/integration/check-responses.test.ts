import fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createLimitedLog } from '../../src/server/base/observability/limited-log.ts';
import { sendProblem } from '../../src/server/http/problem.ts';
import {
  bytesOf,
  collectRoutes,
  emptyAnswer,
  type HttpServer,
  SCHEMA_CONTROLLER,
} from '../../src/server/http/route-schema.ts';
import { checkResponses } from './check-responses.ts';

const createServer = (): HttpServer => {
  const app = fastify({ schemaController: SCHEMA_CONTROLLER }) as unknown as HttpServer;
  const log = createLimitedLog(pino({ level: 'silent' }));
  app.decorate('limitedLog', log);
  app.addHook('onClose', async () => log.close());
  return app;
};

/** Returns the status of a checked route that declares a number `n`, a page, and nothing, and answers with `answer`. */
const statusOf = async (answer: (reply: Parameters<typeof sendProblem>[0]) => unknown): Promise<number> => {
  const app = createServer();
  checkResponses(app);
  const schema = {
    response: { 200: z.object({ n: z.number() }), 203: bytesOf('text/html', 'image/*'), 204: emptyAnswer },
    errors: ['gone'] as const,
  };
  app.get(
    '/',
    { schema },
    async (_request, reply) => answer(reply as Parameters<typeof sendProblem>[0]) as never,
  );
  const { statusCode } = await app.inject('/');
  await app.close();
  return statusCode;
};

describe('a checked answer', () => {
  it('passes when its route declares it', async () => {
    expect(await statusOf((reply) => reply.send({ n: 1 }))).toBe(200);
    expect(await statusOf((reply) => reply.code(203).type('text/html; charset=utf-8').send('<p>'))).toBe(203);
    expect(await statusOf((reply) => reply.code(203).type('image/png').send(Buffer.of(1)))).toBe(203);
    expect(await statusOf((reply) => reply.code(204).send())).toBe(204);
    expect(await statusOf((reply) => sendProblem(reply, 'gone'))).toBe(404);
    expect(await statusOf((reply) => sendProblem(reply, 'overloaded', { retryAfter: 5 }))).toBe(503);
  });

  it.each<[string, Parameters<typeof statusOf>[0]]>([
    ['a field of another type', (reply) => reply.send({ n: '1' })],
    ['a missing field', (reply) => reply.send({})],
    ['an undeclared field', (reply) => reply.send({ n: 1, m: 2 })],
    ['an undeclared status', (reply) => reply.code(201).send({ n: 1 })],
    ['an undeclared type', (reply) => reply.code(203).type('text/plain').send('x')],
    ['an undeclared error', (reply) => sendProblem(reply, 'private')],
  ])('is a fault with %s', async (_what, answer) => {
    expect(await statusOf(answer)).toBe(500);
  });
});

describe('collectRoutes', () => {
  it('refuses a route below /api that declares no answer', () => {
    const app = createServer();
    const routes = collectRoutes(app);
    app.get('/page', async () => 'a page');
    app.get('/api/a', { schema: { response: { 200: emptyAnswer } } }, async () => undefined);
    expect(routes.map(({ url }) => url)).toEqual(['/api/a']);
    expect(() => app.get('/api/b', async () => 'b')).toThrow('the route /api/b has no schema');
  });
});
