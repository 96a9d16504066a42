import { ENGINE_NAMES, type EngineName } from '#shared/contract/content-type.ts';
import type { ListedEngine } from '#shared/contract/engines.ts';
import type { Config } from '../config/config.ts';
import type { ConnectProxy } from '../net/connect-proxy.ts';
import type { OutboundClient } from '../net/outbound-client.ts';
import type { Logger } from '../observability/logger.ts';
import { createCobaltEngine } from './cobalt/cobalt-engine.ts';
import type { Engine } from './engine.ts';
import { createNativeEngine } from './native/native-engine.ts';
import { createProviderEngine, type ProviderService } from './provider/provider-engine.ts';
import { createSampleEngine } from './sample/sample-engine.ts';
import { removeLeftovers } from './yt-dlp/leftover-programs.ts';
import { createYtDlpEngine } from './yt-dlp/yt-dlp-engine.ts';

/** What engines are made with: the ways to the network, and the log. */
export interface EngineTools {
  readonly outbound: OutboundClient;
  /** For an engine whose program speaks to the network itself. */
  readonly connectProxy: ConnectProxy;
  readonly log: Logger;
  /** The address of a provider without a key that the owner has chosen; null for what the environment names. */
  readonly providerAddress: () => string | null;
}

type Maker = (config: Config, tools: EngineTools) => Engine | null;

/** The environment's key goes to the environment's address alone: who may choose another must not be sent it. */
const providerOf = ({ provider }: Config, chosen: string | null): ProviderService | null => {
  if (chosen !== null) return { host: chosen, apiKey: null, ownersOwn: false };
  return provider === null ? null : { ...provider, ownersOwn: true };
};

/** Every engine there is. A maker gives null when the owner has not configured its engine; it then drops out of the chain. */
const MAKERS: Readonly<Partial<Record<EngineName, Maker>>> = {
  provider: (config, { outbound, providerAddress }) =>
    createProviderEngine({ outbound, service: () => providerOf(config, providerAddress()) }),
  native: (_config, { outbound }) => createNativeEngine({ outbound }),
  'yt-dlp': ({ ytDlp }, { connectProxy, log }) =>
    ytDlp === null ? null : createYtDlpEngine({ ...ytDlp, proxy: connectProxy, log }),
  cobalt: ({ cobalt }, { outbound }) =>
    cobalt === null ? null : createCobaltEngine({ outbound, ...cobalt }),
  sample: () => createSampleEngine(),
};

/**
 * Gives the configured engines; in which order they are asked, and whether, is the owner's choice. What a killed server
 * process has left running is ended in the background, also when its engine is configured no more.
 */
export const createEngines = (config: Config, tools: EngineTools): readonly Engine[] => {
  void removeLeftovers(tools.log);
  return ENGINE_NAMES.flatMap((name) => MAKERS[name]?.(config, tools) ?? []);
};

const keyOf = (
  name: EngineName,
  config: Config,
  { providerAddress }: Pick<EngineTools, 'providerAddress'>,
): ListedEngine['key'] => {
  if (name === 'cobalt') return (config.cobalt?.apiKey ?? null) === null ? 'optional' : 'present';
  if (name !== 'provider') return 'not_needed';
  const provider = providerOf(config, providerAddress());
  if (provider === null) return 'missing';
  return provider.apiKey === null ? 'optional' : 'present';
};

/** Tells of every engine there is, configured or not; of a key only whether there is one. */
export const listEngines = (
  config: Config,
  engines: readonly Engine[],
  tools: Pick<EngineTools, 'providerAddress'>,
): ListedEngine[] =>
  ENGINE_NAMES.map((name) => {
    const engine = engines.find((one) => one.name === name);
    return {
      name,
      configured: engine !== undefined && (engine.isSetUp?.() ?? true),
      key: keyOf(name, config, tools),
      ...(engine?.facts?.() ?? { version: null, warning: null }),
      quota: engine?.quota?.() ?? null,
    };
  });
