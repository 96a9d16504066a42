import type { FastifyReply } from 'fastify';

/** Returns the value of a cookie in a `Cookie` header; undefined when it is missing. */
export const cookieIn = (header: string | undefined, name: string): string | undefined => {
  const found = header?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return found?.slice(found.indexOf('=') + 1).trim();
};

/** Adds cookies to a response. A cookie replaces an earlier one of the same name. */
export const addCookies = (reply: FastifyReply, cookies: readonly string[]): void => {
  if (cookies.length === 0) return;
  const present = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const nameOf = (line: string): string => line.slice(0, line.indexOf('='));
  const names = new Set(cookies.map(nameOf));
  reply.header('set-cookie', [...present.filter((line) => !names.has(nameOf(line))), ...cookies]);
};
