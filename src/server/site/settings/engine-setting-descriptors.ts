import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import { type EngineValues, engineSettingSchemas } from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { enginesText, platformsText, providerText } from '#shared/format/setting-text.ts';
import { isSamePost, parseTestPostLink } from '#shared/links/test-post-link.ts';
import { byPlatform, PLATFORM_IDS, PLATFORMS } from '#shared/platforms/platforms.ts';
import {
  accept,
  type CheckedValue,
  dropUnknown,
  fillFields,
  isRecord,
  refuse,
  type SettingDescriptors,
} from './setting-descriptor.ts';
import { readStoredProviders } from './stored-providers.ts';

/** Drops stored engines that no longer exist, and appends engines that were added since. */
const adaptEngines = (stored: unknown, fallback: EngineValues['engines']): unknown => {
  const kept = dropUnknown(stored, 'name', ENGINE_NAMES);
  if (!Array.isArray(kept)) return kept;
  const names = new Set(kept.map((entry: unknown) => (isRecord(entry) ? entry['name'] : null)));
  return [...kept, ...fallback.filter(({ name }) => !names.has(name))];
};

const checkProvider = (given: ChosenProvider | null): CheckedValue<ChosenProvider | null> => {
  if (given === null) return accept(given);
  const address = parseExternalAddress(given.host);
  return address.ok ? accept({ ...given, host: address.url }) : refuse('provider_invalid');
};

/** Returns the canonical links of test posts by platform, or the error code if a link is invalid or repeated. */
const checkCanaries = (given: EngineValues['canaries']): CheckedValue<EngineValues['canaries']> => {
  const canaries: EngineValues['canaries'] = byPlatform(() => []);
  for (const platform of PLATFORM_IDS) {
    for (const text of given[platform]) {
      const link = parseTestPostLink(text, platform);
      if (link === null) return refuse('canary_invalid');
      if (canaries[platform].some((other) => isSamePost(other, link))) return refuse('canary_duplicate');
      canaries[platform].push(link);
    }
  }
  return accept(canaries);
};

const isOtherWebhook = (after: string | null, before: string | null = null): boolean =>
  before !== null && after !== null && before !== after;

/** Returns the numbers of test posts by platform for the activity log, which more people read than need to know the posts. */
const countCanaries = (canaries: EngineValues['canaries']): string =>
  PLATFORMS.map(({ id, name }) => `${name} ${canaries[id].length}`).join(', ');

/**
 * Returns how the server checks, reads and describes each engine setting. The activity log leaves out engines that are not set up
 * (`isSetUp`), which never run even if they are on, unless the change switched them.
 */
export const createEngineSettingDescriptors = (
  isSetUp: (name: EngineName) => boolean,
): SettingDescriptors<EngineValues> => ({
  engines: {
    schema: engineSettingSchemas.engines,
    adapt: adaptEngines,
    describe: enginesText,
    describeChange(before, after) {
      const wasOn = new Map(before.map(({ name, on }) => [name, on]));
      const named = new Set(
        after.flatMap(({ name, on }) => (on !== wasOn.get(name) || isSetUp(name) ? name : [])),
      );
      const describe = (engines: EngineValues['engines']) =>
        enginesText(engines.filter(({ name }) => named.has(name))) || null;
      return { before: describe(before), after: describe(after) };
    },
    separator: ', ',
  },
  provider: {
    schema: engineSettingSchemas.provider,
    adapt: (stored) => readStoredProviders(stored).chosen,
    normalise: checkProvider,
    describe(provider, before = null) {
      if (provider === null) return null;
      const isAnew = before !== null && provider.savedAt !== before.savedAt;
      return `${providerText(provider)}${isAnew ? ', saved anew' : ''}`;
    },
  },
  platforms: {
    schema: engineSettingSchemas.platforms,
    describe: platformsText,
    separator: ', ',
  },
  canaries: {
    schema: engineSettingSchemas.canaries,
    normalise: checkCanaries,
    describe(canaries, before) {
      const text = countCanaries(canaries);
      return before !== undefined && countCanaries(before) === text ? `${text}, others` : text;
    },
  },
  alerts: {
    schema: engineSettingSchemas.alerts,
    adapt: (stored, fallback) =>
      fillFields(stored, isRecord(stored) && stored['lan'] === true ? { ...fallback, lan: true } : fallback),
    normalise(alerts) {
      if (alerts.webhook === null) return accept(alerts);
      const webhook = parseExternalAddress(alerts.webhook, alerts.lan);
      return webhook.ok ? accept({ ...alerts, webhook: webhook.url }) : refuse('webhook_invalid');
    },
    // Anyone who knows a webhook's address can post to it.
    describe({ below, webhook, lan }, before) {
      const kind = lan ? 'webhook in the local network' : 'webhook set';
      const text = `below ${below}%, ${webhook === null ? 'no webhook' : kind}`;
      return isOtherWebhook(webhook, before?.webhook) ? `${text} anew` : text;
    },
    separator: ', ',
  },
});
