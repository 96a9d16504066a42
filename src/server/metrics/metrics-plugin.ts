import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import type { Config } from '../base/config/config.ts';
import { isDirectLocalCall } from '../http/find-requester.ts';
import { sendProblem } from '../http/problem.ts';
import { bytesOf, type HttpServer, routeOf } from '../http/route-schema.ts';
import { API_HEADERS } from '../http/security-headers.ts';
import { addStateGauges, type MeasuredState } from './state-gauges.ts';

interface MetricsParts extends MeasuredState {
  readonly config: Pick<Config, 'metricsToken'>;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns whether the bearer token of a request is `token`. The comparison takes the same time for every wrong token. */
const hasToken = ({ headers }: FastifyRequest, token: string): boolean => {
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqual(digestOf(given), digestOf(token));
};

/**
 * Registers `GET /metrics`, which answers in Prometheus' text format to programs on this computer that call directly, and to callers with
 * METRICS_TOKEN. Every other caller gets the error `token_wrong`, or while METRICS_TOKEN is unset, the answer for an unknown path. The
 * measurement of the event loop and of garbage collection begins with the first answer, because it takes time even while nobody reads it.
 */
export const metricsPlugin = (parts: MetricsParts) => async (app: HttpServer) => {
  const { registry } = parts.metrics;
  const { metricsToken } = parts.config;
  await addStateGauges(parts);
  let isProcessMeasured = false;
  app.get(
    '/metrics',
    routeOf({ exposeHeadRoute: false }, 'Returns the metrics of this instance', {
      response: { 200: bytesOf('text/plain') },
      errors: ['token_wrong'],
    }),
    async (request, reply) => {
      if (!isDirectLocalCall(request)) {
        if (metricsToken === null) return reply.callNotFound();
        if (!hasToken(request, metricsToken))
          return sendProblem(reply.header('www-authenticate', 'Bearer'), 'token_wrong');
      }
      if (!isProcessMeasured) collectDefaultMetrics({ register: registry });
      isProcessMeasured = true;
      const text = await registry.metrics();
      return reply
        .headers(API_HEADERS)
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(text);
    },
  );
};
