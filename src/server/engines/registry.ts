import type { EngineName } from '#shared/contract/content-type.ts';
import type { Config } from '../config/config.ts';
import type { ConnectProxy } from '../net/connect-proxy.ts';
import type { Door } from '../net/door.ts';
import type { Logger } from '../observability/logger.ts';
import { createCobaltEngine } from './cobalt/cobalt-engine.ts';
import type { Engine } from './engine.ts';
import { createNativeEngine } from './native/native-engine.ts';
import { createProviderEngine } from './provider/provider-engine.ts';
import { createSampleEngine } from './sample/sample-engine.ts';
import { createYtDlpEngine } from './yt-dlp/yt-dlp-engine.ts';

/** What engines are made with: the ways to the network, and the log. */
export interface EngineTools {
  readonly door: Door;
  /** For an engine whose program speaks to the network itself. */
  readonly connectProxy: ConnectProxy;
  readonly log: Logger;
}

type Maker = (config: Config, tools: EngineTools) => Engine | null;

/** Every engine there is. A maker gives null when the owner has not configured its engine; it then drops out of the chain. */
const MAKERS: Readonly<Partial<Record<EngineName, Maker>>> = {
  provider: ({ provider }, { door }) =>
    provider === null ? null : createProviderEngine({ door, ...provider }),
  native: (_config, { door }) => createNativeEngine({ door }),
  'yt-dlp': ({ ytDlp }, { connectProxy, log }) =>
    ytDlp === null ? null : createYtDlpEngine({ ...ytDlp, proxy: connectProxy, log }),
  cobalt: ({ cobalt }, { door }) => (cobalt === null ? null : createCobaltEngine({ door, ...cobalt })),
  sample: () => createSampleEngine(),
};

/** Gives the configured engines in the owner's order. */
export const createEngines = (config: Config, tools: EngineTools): readonly Engine[] =>
  config.engines.flatMap((name) => MAKERS[name]?.(config, tools) ?? []);
