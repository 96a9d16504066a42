import type { EngineName } from '#shared/contract/content-type.ts';
import type { Config } from '../config/config.ts';
import type { Door } from '../net/door.ts';
import type { Engine } from './engine.ts';
import { createNativeEngine } from './native/native-engine.ts';
import { createProviderEngine } from './provider/provider-engine.ts';
import { createSampleEngine } from './sample/sample-engine.ts';

type Maker = (config: Config, door: Door) => Engine | null;

/** Every engine there is. A maker gives null when the owner has not configured its engine; it then drops out of the chain. */
const MAKERS: Readonly<Partial<Record<EngineName, Maker>>> = {
  provider: ({ provider }, door) => (provider === null ? null : createProviderEngine({ door, ...provider })),
  native: (_config, door) => createNativeEngine({ door }),
  sample: () => createSampleEngine(),
};

/** Gives the configured engines in the owner's order. */
export const createEngines = (config: Config, door: Door): readonly Engine[] =>
  config.engines.flatMap((name) => MAKERS[name]?.(config, door) ?? []);
