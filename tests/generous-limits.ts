import { createLimits, type Limits } from '../src/server/limits/account-limits.ts';
import { DEFAULT_QUOTAS, type Quotas } from '../src/server/limits/quotas.ts';

const UNREACHED = 1_000_000;

/** Environment variables that raise every per-address limit so far that no test reaches it; the last one that of all requests, too. */
export const GENEROUS_ALLOWANCE = {
  PREVIEWS_PER_MINUTE: String(UNREACHED),
  PREVIEWS_PER_HOUR: String(UNREACHED),
  PREVIEWS_AT_ONCE: String(UNREACHED),
  STREAMS_AT_ONCE: String(UNREACHED),
  CONNECTIONS_AT_ONCE: String(UNREACHED),
} as const;

/** Environment variables that restore the product's default limits, for tests of what those limits reject. */
export const DEFAULT_ALLOWANCE = {
  PREVIEWS_PER_MINUTE: '',
  PREVIEWS_PER_HOUR: '',
  PREVIEWS_AT_ONCE: '',
  STREAMS_AT_ONCE: '',
  CONNECTIONS_AT_ONCE: '',
} as const satisfies Record<keyof typeof GENEROUS_ALLOWANCE, ''>;

/** Creates rate limits so high that no test reaches them, except for the quotas given in `own`. */
export const createGenerousLimits = (secret: string, own: Partial<Quotas> = {}): Limits => {
  const names = Object.keys(DEFAULT_QUOTAS) as (keyof Quotas)[];
  const unreached = names.map((name) => [name, { limit: UNREACHED, seconds: DEFAULT_QUOTAS[name].seconds }]);
  return createLimits(secret, { ...Object.fromEntries(unreached), ...own });
};
