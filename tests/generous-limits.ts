import { createLimits, type Limits } from '../src/server/limits/limits.ts';
import { DEFAULT_QUOTAS, type Quotas } from '../src/server/limits/quotas.ts';

const PLENTY = 1_000_000;

/** Environment in which one address may do whatever a test does. */
export const GENEROUS_ALLOWANCE = {
  PREVIEWS_PER_MINUTE: String(PLENTY),
  PREVIEWS_PER_HOUR: String(PLENTY),
  PREVIEWS_AT_ONCE: String(PLENTY),
  STREAMS_AT_ONCE: String(PLENTY),
  CONNECTIONS_AT_ONCE: String(PLENTY),
} as const;

/** Environment of the product's own limits, for tests of what they refuse. */
export const DEFAULT_ALLOWANCE = {
  PREVIEWS_PER_MINUTE: '',
  PREVIEWS_PER_HOUR: '',
  PREVIEWS_AT_ONCE: '',
  STREAMS_AT_ONCE: '',
  CONNECTIONS_AT_ONCE: '',
} as const satisfies Record<keyof typeof GENEROUS_ALLOWANCE, ''>;

/** Limits nobody reaches, but for those a test names. */
export const generousLimits = (secret: string, own: Partial<Quotas> = {}): Limits => {
  const names = Object.keys(DEFAULT_QUOTAS) as (keyof Quotas)[];
  const plenty = names.map((name) => [name, { points: PLENTY, seconds: DEFAULT_QUOTAS[name].seconds }]);
  return createLimits(secret, { ...Object.fromEntries(plenty), ...own });
};
