import type { LinkHost } from '../platforms/platform.ts';
import { type ListedPlatform, PLATFORMS } from '../platforms/platforms.ts';

/** Platform and link shapes of a host. */
export interface FoundHost extends LinkHost {
  readonly platform: ListedPlatform;
}

const HOSTS: ReadonlyMap<string, FoundHost> = new Map(
  PLATFORMS.flatMap((platform) =>
    Object.entries(platform.hosts).map(([host, links]) => [host, { platform, ...links }] as const),
  ),
);

/** Domain of the mirrored platform by the domain of the mirror. */
const MIRRORS: ReadonlyMap<string, string> = new Map(
  PLATFORMS.flatMap(({ mirrors, domain }) => mirrors.map((mirror) => [mirror, domain] as const)),
);

/**
 * First labels of a mirror's host name that stand for the platform's `www`: `www` itself, and `d`, `g` and `a`, which select a display mode
 * (direct, gallery, album).
 */
const MIRROR_LABELS: ReadonlySet<string> = new Set(['www', 'd', 'g', 'a']);

/**
 * Returns the platform and the link shapes of a lower-case host name (`scheme://host` for an app link). For a mirror, returns those of the
 * mirrored host. Returns null for an unknown host.
 */
export const findHost = (host: string): FoundHost | null => {
  const own = HOSTS.get(host);
  if (own !== undefined) return own;
  const dot = host.indexOf('.');
  const base = MIRRORS.get(host) ?? MIRRORS.get(host.slice(dot + 1));
  if (base === undefined) return null;
  const label = MIRRORS.has(host) ? 'www' : host.slice(0, dot);
  return HOSTS.get(`${MIRROR_LABELS.has(label) ? 'www' : label}.${base}`) ?? null;
};
