import { createLimits, type Limits } from '../src/server/limits/limits.ts';
import { DEFAULT_QUOTAS, type Quotas } from '../src/server/limits/quotas.ts';

const PLENTY = 1_000_000;

/** Limits nobody reaches, but for those a test names. */
export const generousLimits = (secret: string, own: Partial<Quotas> = {}): Limits => {
  const names = Object.keys(DEFAULT_QUOTAS) as (keyof Quotas)[];
  const plenty = names.map((name) => [name, { points: PLENTY, seconds: DEFAULT_QUOTAS[name].seconds }]);
  return createLimits(secret, { ...Object.fromEntries(plenty), ...own });
};
