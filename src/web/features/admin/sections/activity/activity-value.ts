import { ACTIVITY } from '#shared/operate-messages.ts';

/** Formats a stored value for the log: null and '' as "nothing", booleans as on and off, other values unchanged. */
export function formatValue(value: string | null): string {
  if (value === null || value === '') return ACTIVITY.nothing;
  if (value === 'true') return ACTIVITY.on;
  if (value === 'false') return ACTIVITY.off;
  return value;
}
