import { ACTIVITY } from '#shared/operate-messages.ts';

/** A stored value as the log shows it: null and '' as "nothing", flags as on and off, the rest as it is. */
export function shownValue(value: string | null): string {
  if (value === null || value === '') return ACTIVITY.nothing;
  if (value === 'true') return ACTIVITY.on;
  if (value === 'false') return ACTIVITY.off;
  return value;
}
