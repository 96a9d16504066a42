import type { FastifyReply } from 'fastify';

/** Adds cookies to a response. A cookie replaces an earlier one of the same name. */
export const addCookies = (reply: FastifyReply, cookies: readonly string[]): void => {
  if (cookies.length === 0) return;
  const present = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const nameOf = (line: string): string => line.slice(0, line.indexOf('='));
  const names = new Set(cookies.map(nameOf));
  reply.header('set-cookie', [...present.filter((line) => !names.has(nameOf(line))), ...cookies]);
};
