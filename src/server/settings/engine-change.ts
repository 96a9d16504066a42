import { type EngineSettingsChange, engineSettingsChangeSchema } from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { isSamePost, parseCanaryLink } from '#shared/links/canary-link.ts';
import { byPlatform, PLATFORM_IDS } from '#shared/platforms/platforms.ts';

/** Error codes of a rejected change, used in problem responses. */
export type EngineChangeRefusal =
  | 'body_invalid'
  | 'canary_invalid'
  | 'canary_duplicate'
  | 'webhook_invalid'
  | 'provider_invalid';

export type CheckedEngineChange =
  | { readonly ok: true; readonly change: EngineSettingsChange }
  | { readonly ok: false; readonly code: EngineChangeRefusal };

type Canaries = NonNullable<EngineSettingsChange['canaries']>;

/** Returns the canonical links, or the error code if one is invalid or repeated. */
const checkCanaries = (given: Canaries): Canaries | 'canary_invalid' | 'canary_duplicate' => {
  const canaries: Canaries = byPlatform(() => []);
  for (const platform of PLATFORM_IDS) {
    for (const text of given[platform]) {
      const link = parseCanaryLink(text, platform);
      if (link === null) return 'canary_invalid';
      if (canaries[platform].some((other) => isSamePost(other, link))) return 'canary_duplicate';
      canaries[platform].push(link);
    }
  }
  return canaries;
};

type Alerts = NonNullable<EngineSettingsChange['alerts']>;

/** Returns the alerts with a normalised webhook address, or null if the address is not allowed. */
const checkAlerts = (given: Alerts): Alerts | null => {
  if (given.webhook === null) return given;
  const webhook = parseExternalAddress(given.webhook);
  return webhook.ok ? { ...given, webhook: webhook.url } : null;
};

/** Validates a change against the schema and the rules the schema cannot express. Returns links and addresses in canonical form. */
export const checkEngineChange = (given: unknown): CheckedEngineChange => {
  const parsed = engineSettingsChangeSchema.safeParse(given);
  if (!parsed.success) return { ok: false, code: 'body_invalid' };
  const change = parsed.data;
  if (typeof change.provider?.address === 'string') {
    const read = parseExternalAddress(change.provider.address);
    if (!read.ok) return { ok: false, code: 'provider_invalid' };
    change.provider = { address: read.url };
  }
  if (change.alerts !== undefined) {
    const alerts = checkAlerts(change.alerts);
    if (alerts === null) return { ok: false, code: 'webhook_invalid' };
    change.alerts = alerts;
  }
  if (change.canaries !== undefined) {
    const canaries = checkCanaries(change.canaries);
    if (typeof canaries === 'string') return { ok: false, code: canaries };
    change.canaries = canaries;
  }
  return { ok: true, change };
};
