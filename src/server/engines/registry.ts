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

/** Dependencies of engines: network access, the log and the provider's address. */
export interface EngineDependencies {
  readonly outbound: OutboundClient;
  /** Proxy for engines that run a program with its own network access. */
  readonly connectProxy: ConnectProxy;
  readonly log: Logger;
  /** Returns the URL of a provider without a key, which the owner chose in the panel; null to use the provider of the environment. */
  readonly providerAddress: () => string | null;
}

type EngineFactory = (config: Config, dependencies: EngineDependencies) => Engine | null;

/**
 * Returns the provider to use, null if there is none. The key in the environment is sent only to the address in the environment:
 * otherwise anyone who may change the address in the panel could obtain the key.
 */
const chooseProvider = ({ provider }: Config, chosenAddress: string | null): ProviderService | null => {
  if (chosenAddress !== null) return { host: chosenAddress, apiKey: null, isFromEnvironment: false };
  return provider === null ? null : { ...provider, isFromEnvironment: true };
};

/** Factories of all engines. A factory returns null when the owner has not configured its engine, which removes it from the chain. */
const ENGINE_FACTORIES: Readonly<Partial<Record<EngineName, EngineFactory>>> = {
  provider: (config, { outbound, providerAddress }) =>
    createProviderEngine({ outbound, service: () => chooseProvider(config, providerAddress()) }),
  native: (_config, { outbound }) => createNativeEngine({ outbound }),
  'yt-dlp': ({ ytDlp }, { connectProxy, log }) =>
    ytDlp === null ? null : createYtDlpEngine({ ...ytDlp, proxy: connectProxy, log }),
  cobalt: ({ cobalt }, { outbound }) =>
    cobalt === null ? null : createCobaltEngine({ outbound, ...cobalt }),
  sample: () => createSampleEngine(),
};

/**
 * Creates the configured engines; settings of the owner decide whether and in which order they run. Also stops, in the background,
 * the programs that a killed server process has left running, even if their engine is no longer configured.
 */
export const createEngines = (config: Config, dependencies: EngineDependencies): readonly Engine[] => {
  void removeLeftovers(dependencies.log);
  return ENGINE_NAMES.flatMap((name) => ENGINE_FACTORIES[name]?.(config, dependencies) ?? []);
};

const keyStateOf = (
  name: EngineName,
  config: Config,
  { providerAddress }: Pick<EngineDependencies, 'providerAddress'>,
): ListedEngine['key'] => {
  if (name === 'cobalt') return (config.cobalt?.apiKey ?? null) === null ? 'optional' : 'present';
  if (name !== 'provider') return 'not_needed';
  const provider = chooseProvider(config, providerAddress());
  if (provider === null) return 'missing';
  return provider.apiKey === null ? 'optional' : 'present';
};

/** Describes every engine for the panel, configured or not. Reveals only whether a key is present, not the key. */
export const listEngines = (
  config: Config,
  engines: readonly Engine[],
  dependencies: Pick<EngineDependencies, 'providerAddress'>,
): ListedEngine[] =>
  ENGINE_NAMES.map((name) => {
    const engine = engines.find((one) => one.name === name);
    return {
      name,
      configured: engine !== undefined && (engine.isSetUp?.() ?? true),
      key: keyStateOf(name, config, dependencies),
      ...(engine?.facts?.() ?? { version: null, warning: null }),
      quota: engine?.quota?.() ?? null,
    };
  });
