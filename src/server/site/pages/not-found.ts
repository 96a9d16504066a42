import { parseLink } from '#shared/links/parse-link.ts';
import { readPathLink } from '#shared/links/path-link.ts';
import type { Config } from '../../base/config/config.ts';
import { sendProblem } from '../../http/problem.ts';
import type { HttpServer } from '../../http/route-schema.ts';
import { type PageResponder, sendPage } from './page-routes.ts';

const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[a-z]+/g, '[^/]+')
      .replace(/\\\*$/, '.*')}$`,
  );

/**
 * Registers the handler for requests without a route. A known path with another method gets 405 and Allow. An unknown API path, and a
 * method other than GET and HEAD, get the problem `route_unknown`. The path of a page with a slash at its end gets a redirect to the page,
 * a path that contains a link the public page, and any other path that page with status 404. Call it before the routes are registered.
 */
export const registerNotFound = (
  app: HttpServer,
  { basePath }: Pick<Config, 'basePath'>,
  responder: PageResponder,
): void => {
  const known = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() };
    for (const one of [method].flat()) route.methods.add(one);
    known.set(url, route);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const route = [...known.values()].find(({ pattern }) => pattern.test(path));
    if (route !== undefined && !route.methods.has(request.method)) {
      reply.header('allow', [...route.methods].join(', '));
      return sendProblem(reply, 'method_not_allowed');
    }
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || path.startsWith('/api/')) return sendProblem(reply, 'route_unknown');
    const withoutSlash = path.endsWith('/') ? known.get(path.slice(0, -1)) : undefined;
    if (withoutSlash?.methods.has('GET')) {
      const query = request.url.slice(path.length);
      return reply.redirect(`${basePath}${path.slice(0, -1)}${query}`, 308);
    }
    const link = readPathLink(request.url);
    const address = { notFound: link === null || !parseLink(link).ok, link };
    return sendPage(responder, address, request, reply);
  });
};
