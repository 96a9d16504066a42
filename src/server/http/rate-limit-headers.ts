import type { FastifyReply } from 'fastify';
import type { WindowState } from '../limits/sliding-windows.ts';

/** Sets `RateLimit-Policy` and `RateLimit` (IETF draft, structured fields). Sets nothing when `states` is empty. */
export const setRateLimitHeaders = (reply: FastifyReply, states: readonly WindowState[]): void => {
  if (states.length === 0) return;
  const policy = states.map(({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`);
  const left = states.map(
    ({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  reply.header('ratelimit-policy', policy.join(', ')).header('ratelimit', left.join(', '));
};
