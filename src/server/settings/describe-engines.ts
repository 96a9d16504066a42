import type { EngineSetting, EngineSettingsDocument } from '#shared/contract/engines.ts';

const onOff = (on: boolean): string => (on ? 'on' : 'off');

const describers: {
  readonly [Part in EngineSetting]: (settings: EngineSettingsDocument) => string;
} = {
  engines: ({ engines }) => engines.map(({ name, on }) => (on ? name : `${name} (off)`)).join(', '),
  // A way behind the name may hold what only the service's owner knows.
  provider: ({ provider: { address } }) =>
    address === null ? 'the one of the environment' : new URL(address).hostname,
  platforms: ({ platforms }) => `Instagram ${onOff(platforms.instagram)}, TikTok ${onOff(platforms.tiktok)}`,
  // How many, not which: the log is read by more people than need to know the posts.
  canaries: ({ canaries }) => `Instagram ${canaries.instagram.length}, TikTok ${canaries.tiktok.length}`,
  // Whoever knows a webhook's address may write to it.
  alerts: ({ alerts }) =>
    `below ${alerts.below} %, ${alerts.webhook === null ? 'no webhook' : 'webhook set'}`,
};

const isOtherWebhook = (before: EngineSettingsDocument, after: EngineSettingsDocument): boolean =>
  before.alerts.webhook !== null &&
  after.alerts.webhook !== null &&
  before.alerts.webhook !== after.alerts.webhook;

/** One part's values before and after a change as the activity log tells them; no link and no address among them. */
export const describeEngines = (
  part: EngineSetting,
  before: EngineSettingsDocument,
  after: EngineSettingsDocument,
): { readonly before: string; readonly after: string } => {
  const [was, is] = [describers[part](before), describers[part](after)];
  if (part === 'alerts' && isOtherWebhook(before, after)) return { before: was, after: `${is} anew` };
  return { before: was, after: part === 'canaries' && was === is ? `${is}, others` : is };
};
