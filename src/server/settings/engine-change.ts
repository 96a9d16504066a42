import {
  type EngineSettingsChange,
  engineSettingsChangeSchema,
  SWITCHED_PLATFORMS,
} from '#shared/contract/engines.ts';
import { isSamePost, readCanary } from '#shared/links/canary-link.ts';

/** Why a change is not one: codes of problem answers. */
export type EngineChangeRefusal = 'body_invalid' | 'canary_invalid' | 'canary_duplicate' | 'webhook_invalid';

export type CheckedEngineChange =
  | { readonly ok: true; readonly change: EngineSettingsChange }
  | { readonly ok: false; readonly code: EngineChangeRefusal };

type Canaries = NonNullable<EngineSettingsChange['canaries']>;

/** The canonical links, or why they cannot be kept. */
const checkCanaries = (given: Canaries): Canaries | 'canary_invalid' | 'canary_duplicate' => {
  const canaries: Canaries = { instagram: [], tiktok: [] };
  for (const platform of SWITCHED_PLATFORMS) {
    for (const text of given[platform]) {
      const link = readCanary(text, platform);
      if (link === null) return 'canary_invalid';
      if (canaries[platform].some((other) => isSamePost(other, link))) return 'canary_duplicate';
      canaries[platform].push(link);
    }
  }
  return canaries;
};

/** Only encrypted: the address itself is often the secret. A user in it would end in the log of every proxy between. */
const isWebhook = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== '';
};

/** Holds what somebody wants to save to the contract and to the rules it cannot say; links come out in their canonical form. */
export const checkEngineChange = (given: unknown): CheckedEngineChange => {
  const parsed = engineSettingsChangeSchema.safeParse(given);
  if (!parsed.success) return { ok: false, code: 'body_invalid' };
  const { canaries, ...rest } = parsed.data;
  const webhook = rest.alerts?.webhook ?? null;
  if (webhook !== null && !isWebhook(webhook)) return { ok: false, code: 'webhook_invalid' };
  if (canaries === undefined) return { ok: true, change: rest };
  const checked = checkCanaries(canaries);
  return typeof checked === 'string'
    ? { ok: false, code: checked }
    : { ok: true, change: { ...rest, canaries: checked } };
};
