import type { UpstreamRoute } from '../base/config/config.ts';
import { normalizeHostname } from './host-policy.ts';

interface Pattern {
  readonly name: string;
  readonly wildcard: boolean;
  readonly origin: string;
}

/**
 * Returns the origin that replaces a host, or null when the host has no route. An exact name takes precedence over a wildcard, and a
 * longer name over a shorter one.
 */
export type FindRoute = (hostname: string) => string | null;

/** Creates a route lookup from UPSTREAM_ROUTES. `*.example.org` matches subdomains of example.org, but not example.org itself. */
export const createRouteFinder = (routes: readonly UpstreamRoute[]): FindRoute => {
  const patterns = routes
    .map(({ host, origin }): Pattern => {
      const wildcard = host.startsWith('*.');
      return {
        name: normalizeHostname(wildcard ? host.slice(2) : host),
        wildcard,
        origin: new URL(origin).origin,
      };
    })
    .sort((a, b) => Number(a.wildcard) - Number(b.wildcard) || b.name.length - a.name.length);
  return (hostname) =>
    patterns.find(({ name, wildcard }) => (wildcard ? hostname.endsWith(`.${name}`) : hostname === name))
      ?.origin ?? null;
};
