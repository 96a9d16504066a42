import { ENGINE_NAMES } from '#shared/contract/engine-names.ts';
import { type EngineValues, engineSettingSchemas } from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { isSamePost, parseCanaryLink } from '#shared/links/canary-link.ts';
import { byPlatform, PLATFORM_IDS, PLATFORMS } from '#shared/platforms/platforms.ts';
import {
  accept,
  type Checked,
  describeSetting,
  dropUnknown,
  isRecord,
  refuse,
  type SettingDescriptors,
} from './setting-descriptor.ts';

/** Error codes of a rejected change, used in problem responses. */
export type EngineRefusal =
  | 'body_invalid'
  | 'canary_invalid'
  | 'canary_duplicate'
  | 'webhook_invalid'
  | 'provider_invalid';

/** Drops stored engines that no longer exist, and appends engines that were added since. */
const adaptEngines = (stored: unknown, fallback: EngineValues['engines']): unknown => {
  const kept = dropUnknown(stored, 'name', ENGINE_NAMES);
  if (!Array.isArray(kept)) return kept;
  const names = new Set(kept.map((entry: unknown) => (isRecord(entry) ? entry['name'] : null)));
  return [...kept, ...fallback.filter(({ name }) => !names.has(name))];
};

/** Returns the canonical links, or the error code if one is invalid or repeated. */
const checkCanaries = (given: EngineValues['canaries']): Checked<EngineValues['canaries'], EngineRefusal> => {
  const canaries: EngineValues['canaries'] = byPlatform(() => []);
  for (const platform of PLATFORM_IDS) {
    for (const text of given[platform]) {
      const link = parseCanaryLink(text, platform);
      if (link === null) return refuse('canary_invalid');
      if (canaries[platform].some((other) => isSamePost(other, link))) return refuse('canary_duplicate');
      canaries[platform].push(link);
    }
  }
  return accept(canaries);
};

const onOff = (on: boolean): string => (on ? 'on' : 'off');

const isOtherWebhook = (after: string | null, before: string | null = null): boolean =>
  before !== null && after !== null && before !== after;

/** Counts instead of links: more people read the log than need to know the posts. */
const countCanaries = (canaries: EngineValues['canaries']): string =>
  PLATFORMS.map(({ id, name }) => `${name} ${canaries[id].length}`).join(', ');

/** Each engine setting on the server. */
export const ENGINE_DESCRIPTORS: SettingDescriptors<EngineValues, EngineRefusal> = {
  engines: describeSetting({
    schema: engineSettingSchemas.engines,
    adapt: adaptEngines,
    describe: (engines) => engines.map(({ name, on }) => (on ? name : `${name} (off)`)).join(', '),
  }),
  provider: describeSetting({
    schema: engineSettingSchemas.provider,
    normalise({ address }) {
      if (address === null) return accept({ address });
      const read = parseExternalAddress(address);
      return read.ok ? accept({ address: read.url }) : refuse('provider_invalid');
    },
    // Only the host name: the path may contain a secret.
    describe: ({ address }) => (address === null ? 'from the environment' : new URL(address).hostname),
  }),
  platforms: describeSetting({
    schema: engineSettingSchemas.platforms,
    describe: (platforms) => PLATFORMS.map(({ id, name }) => `${name} ${onOff(platforms[id])}`).join(', '),
  }),
  canaries: describeSetting({
    schema: engineSettingSchemas.canaries,
    normalise: checkCanaries,
    describe(canaries, before) {
      const text = countCanaries(canaries);
      return before !== undefined && countCanaries(before) === text ? `${text}, others` : text;
    },
  }),
  alerts: describeSetting({
    schema: engineSettingSchemas.alerts,
    normalise(alerts) {
      if (alerts.webhook === null) return accept(alerts);
      const webhook = parseExternalAddress(alerts.webhook);
      return webhook.ok ? accept({ ...alerts, webhook: webhook.url }) : refuse('webhook_invalid');
    },
    // Anyone who knows a webhook's address can post to it.
    describe({ below, webhook }, before) {
      const text = `below ${below} %, ${webhook === null ? 'no webhook' : 'webhook set'}`;
      return isOtherWebhook(webhook, before?.webhook) ? `${text} anew` : text;
    },
  }),
};
