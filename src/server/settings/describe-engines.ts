import type { EngineSetting, EngineSettingsDocument } from '#shared/contract/engines.ts';
import { PLATFORMS } from '#shared/platforms/platforms.ts';

const onOff = (on: boolean): string => (on ? 'on' : 'off');

const describers: {
  readonly [Part in EngineSetting]: (settings: EngineSettingsDocument) => string;
} = {
  engines: ({ engines }) => engines.map(({ name, on }) => (on ? name : `${name} (off)`)).join(', '),
  // Only the host name: the path may contain a secret.
  provider: ({ provider: { address } }) =>
    address === null ? 'from the environment' : new URL(address).hostname,
  platforms: ({ platforms }) => PLATFORMS.map(({ id, name }) => `${name} ${onOff(platforms[id])}`).join(', '),
  // Counts instead of links: more people read the log than need to know the posts.
  canaries: ({ canaries }) => PLATFORMS.map(({ id, name }) => `${name} ${canaries[id].length}`).join(', '),
  // Anyone who knows a webhook's address can post to it.
  alerts: ({ alerts }) =>
    `below ${alerts.below} %, ${alerts.webhook === null ? 'no webhook' : 'webhook set'}`,
};

const isOtherWebhook = (before: EngineSettingsDocument, after: EngineSettingsDocument): boolean =>
  before.alerts.webhook !== null &&
  after.alerts.webhook !== null &&
  before.alerts.webhook !== after.alerts.webhook;

/** Describes a setting before and after a change for the activity log, without links or addresses. */
export const describeEngines = (
  part: EngineSetting,
  before: EngineSettingsDocument,
  after: EngineSettingsDocument,
): { readonly before: string; readonly after: string } => {
  const [was, is] = [describers[part](before), describers[part](after)];
  if (part === 'alerts' && isOtherWebhook(before, after)) return { before: was, after: `${is} anew` };
  return { before: was, after: part === 'canaries' && was === is ? `${is}, others` : is };
};
