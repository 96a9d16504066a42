import type { UpstreamRoute } from '../config/config.ts';
import { plainHostname } from './host-policy.ts';

interface Pattern {
  readonly name: string;
  readonly wildcard: boolean;
  readonly origin: string;
}

/** Finds the origin a host's requests are sent to instead, or null. An exact name wins over a wildcard, a longer one over a shorter. */
export type FindRoute = (hostname: string) => string | null;

/** Makes the finder for the owner's UPSTREAM_ROUTES. `*.example.org` covers names under example.org, not itself. */
export const createRouteFinder = (routes: readonly UpstreamRoute[]): FindRoute => {
  const patterns = routes
    .map(({ host, origin }): Pattern => {
      const wildcard = host.startsWith('*.');
      return {
        name: plainHostname(wildcard ? host.slice(2) : host),
        wildcard,
        origin: new URL(origin).origin,
      };
    })
    .sort((a, b) => Number(a.wildcard) - Number(b.wildcard) || b.name.length - a.name.length);
  return (hostname) =>
    patterns.find(({ name, wildcard }) => (wildcard ? hostname.endsWith(`.${name}`) : hostname === name))
      ?.origin ?? null;
};
