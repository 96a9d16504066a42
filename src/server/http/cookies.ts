import type { FastifyReply } from 'fastify';

/** Adds cookies to a response. A cookie replaces an earlier one of the same name. */
export const addCookies = (reply: FastifyReply, cookies: readonly string[]): void => {
  if (cookies.length === 0) return;
  const lines = [reply.getHeader('set-cookie') ?? [], ...cookies].flat().map(String);
  const byName = new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line]));
  reply.header('set-cookie', [...byName.values()]);
};
