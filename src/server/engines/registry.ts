import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import type { ListedEngine } from '#shared/contract/engines.ts';
import type { SiteAbilities } from '#shared/contract/site.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import type { Announcements } from '../base/announcements/announcements.ts';
import type { Config } from '../base/config/config.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { ConnectProxy } from '../outbound/connect-proxy.ts';
import type { HostPolicy, OutboundClient } from '../outbound/outbound-client.ts';
import { type PageAccess, withRoutes } from '../platforms/reading/along-routes.ts';
import type { MediaHosts } from '../platforms/server-platforms.ts';
import { createCobaltEngine } from './cobalt/cobalt-engine.ts';
import type { Engine } from './engine.ts';
import { createNativeEngine } from './native/native-engine.ts';
import { createProviderEngine, SERVICES, takesStories } from './provider/provider-engine.ts';
import { filePolicy, type ProviderService } from './provider/provider-service.ts';
import { createSampleEngine } from './sample/sample-engine.ts';
import { removeLeftovers } from './yt-dlp/program-folder.ts';
import { createYtDlpEngine } from './yt-dlp/yt-dlp-engine.ts';

/** Dependencies of engines: network access, the log and the owner's provider. */
export interface EngineDependencies {
  readonly pages: PageAccess;
  /** Client for services that answer instead of the platforms. */
  readonly services: OutboundClient;
  /** Proxy for engines that run a program with its own network access. */
  readonly connectProxy: ConnectProxy;
  /** Channel to the other instances, which share the pauses of the platforms' pages; absent if there are none. */
  readonly announcements?: Announcements | undefined;
  readonly log: Logger;
  /** Returns the path of the yt-dlp program that the owner installed in the panel; null if there is none. */
  readonly installedYtDlp: () => string | null;
  /** Returns the provider that was set up in the panel; null to use the one of the environment. */
  readonly chosenProvider: () => OpenedProvider | null;
}

/** Provider that was set up in the panel. Its key is null if it has none, and `unreadable` if SECRET has changed since. */
interface OpenedProvider extends Pick<ChosenProvider, 'service' | 'host'> {
  readonly key: { readonly kind: 'open'; readonly key: string } | { readonly kind: 'unreadable' } | null;
}

type KeyState = ListedEngine['key'];

/** Function that returns the provider of the panel, on which the set-up of the provider engine depends. */
type SetUp = Pick<EngineDependencies, 'chosenProvider'>;

/** How one engine is created, what the panel shows about it, and its limits on each platform. */
interface EngineDefinition {
  /** Creates the engine; returns null when the owner has not configured it, which removes it from the chain. */
  readonly create: (config: Config, dependencies: EngineDependencies) => Engine | null;
  /** State of the key for the panel; absent for an engine that needs none. */
  readonly keyState?: (config: Config, dependencies: SetUp) => KeyState;
  /** Returns whether the engine is set up and may read stories, which the platforms show only to accounts. Absent for one that reads none. */
  readonly readsStories?: (config: Config, dependencies: SetUp) => boolean;
  /** Service that the engine asks, for the panel; absent for an engine that asks none. */
  readonly service?: (config: Config, dependencies: SetUp) => ListedEngine['service'];
  /** Parallel runs on a platform (one network may use all but one), and previews that may wait for one. */
  readonly concurrency: number;
  readonly maxQueue: number;
  /**
   * Whether the engine's requests reach the platforms from this server's address. To a platform such engines are one client, so
   * they share the platform's budget of starts.
   */
  readonly usesOwnAddress: boolean;
  /** Whether the engine reads the built-in samples instead of posts of platforms. */
  readonly isForSamples?: true;
  /**
   * Whether the engine reads a service of the owner's choice: the service's names of qualities are shown as they are, and its files may
   * differ by the query of their URLs alone.
   */
  readonly readsAnyService?: true;
}

/** Name and address of the provider that is set up, with its key; null if there is none, or its key cannot be read. */
const namedProvider = ({ provider }: Config, chosen: OpenedProvider | null) => {
  if (chosen === null) return provider;
  return chosen.key?.kind === 'unreadable' ? null : { ...chosen, apiKey: chosen.key?.key ?? null };
};

/**
 * Returns the service of the provider engine, null if there is none. The key in the environment is sent only to the address in the environment:
 * otherwise anyone who may change the address in the panel could obtain the key.
 */
const serviceOf = (config: Config, { chosenProvider }: SetUp): ProviderService | null => {
  const chosen = chosenProvider();
  const named = namedProvider(config, chosen);
  if (named === null) return null;
  const { host, apiKey, service } = named;
  return { host, apiKey, isFromEnvironment: chosen === null, adapter: SERVICES[service] };
};

const provider: EngineDefinition = {
  create: (config, dependencies) =>
    createProviderEngine({
      outbound: dependencies.services,
      service: () => serviceOf(config, dependencies),
    }),
  keyState(config, dependencies) {
    if (dependencies.chosenProvider()?.key?.kind === 'unreadable') return 'unreadable';
    return (serviceOf(config, dependencies)?.apiKey ?? null) === null ? 'optional' : 'present';
  },
  readsStories(config, dependencies) {
    const service = serviceOf(config, dependencies);
    return service !== null && takesStories(service);
  },
  service(config, { chosenProvider }) {
    const named = namedProvider(config, chosenProvider());
    return (
      named && {
        name: named.service,
        host: new URL(named.host).hostname,
        platforms: [...SERVICES[named.service].platforms],
      }
    );
  },
  concurrency: 8,
  maxQueue: 100,
  usesOwnAddress: false,
  readsAnyService: true,
};

type YtDlpDependencies = Pick<EngineDependencies, 'connectProxy' | 'pages' | 'log'>;

const ytDlpEngine = (
  program: () => string | null,
  { ytDlp, ytDlpUpdates }: Pick<Config, 'ytDlp' | 'ytDlpUpdates'>,
  { connectProxy, pages: { choice }, log }: YtDlpDependencies,
  checksAtStart = true,
): Engine => {
  const searchPath = (ytDlp ?? ytDlpUpdates)?.searchPath ?? '';
  const parts = { program, searchPath, proxy: connectProxy, routes: choice.routes, log, checksAtStart };
  return withRoutes(createYtDlpEngine(parts), choice);
};

/**
 * Creates an engine that runs the yt-dlp program at the path `program`, with the network and limits of the yt-dlp engine in use. It writes
 * no log and does not check the program when it is created.
 */
export const createYtDlpCandidate = (
  program: string,
  config: Config,
  dependencies: YtDlpDependencies,
): Engine =>
  ytDlpEngine(
    () => program,
    config,
    // The log describes the program in use; the check reports what it needs itself.
    { ...dependencies, log: dependencies.log.child({}, { level: 'silent' }) },
    false,
  );

/** How each engine is created, whether it has a key and reads stories, and the limits of its queue. */
export const ENGINES: Readonly<Record<EngineName, EngineDefinition>> = {
  provider,
  native: {
    create: (_config, { pages, announcements }) =>
      withRoutes(createNativeEngine({ clients: pages.clients, announcements }), pages.choice),
    concurrency: 3,
    maxQueue: 50,
    usesOwnAddress: true,
  },
  'yt-dlp': {
    create(config, dependencies) {
      const { ytDlp, ytDlpUpdates } = config;
      // YTDLP_PATH comes first, then what the owner installed in the panel, then a program on the PATH.
      const installed = () => (ytDlpUpdates === null ? null : dependencies.installedYtDlp());
      return ytDlpEngine(() => installed() ?? ytDlp?.program ?? null, config, dependencies);
    },
    // The processes have no second queue, because its order would override the fair one.
    concurrency: 2,
    maxQueue: 25,
    usesOwnAddress: true,
  },
  cobalt: {
    create: ({ cobalt }, { services }) =>
      cobalt === null ? null : createCobaltEngine({ outbound: services, ...cobalt }),
    keyState: ({ cobalt }) => ((cobalt?.apiKey ?? null) === null ? 'optional' : 'present'),
    // A cobalt server reads stories if its owner gave it an account, which it does not report.
    readsStories: ({ cobalt }) => cobalt !== null,
    service: ({ cobalt }) =>
      cobalt && { name: null, host: new URL(cobalt.url).hostname, platforms: [...PLATFORM_IDS] },
    concurrency: 4,
    maxQueue: 50,
    usesOwnAddress: false,
  },
  sample: {
    create: () => createSampleEngine(),
    concurrency: 100,
    maxQueue: 1_000,
    usesOwnAddress: false,
    isForSamples: true,
  },
};

/**
 * Creates the configured engines; settings of the owner decide whether and in which order they run. Also stops, in the background,
 * the programs that a killed server process has left running, even if their engine is no longer configured.
 */
export const createEngines = (config: Config, dependencies: EngineDependencies): readonly Engine[] => {
  void removeLeftovers(dependencies.log);
  return ENGINE_NAMES.flatMap((name) => ENGINES[name].create(config, dependencies) ?? []);
};

/**
 * Creates the function that returns the policy for a file which the provider's service serves; the function returns null if no provider is
 * set up any more. `delivery` is the policy for the delivery networks.
 */
export const providerFilePolicy =
  (config: Config, dependencies: SetUp, delivery: HostPolicy): NonNullable<MediaHosts['ofProvider']> =>
  (url) => {
    const service = serviceOf(config, dependencies);
    return service && filePolicy(service, url, delivery);
  };

/** Returns whether a site whose enabled engines are `order` offers the built-in samples and can read stories. */
export const abilitiesOf = (
  order: readonly EngineName[],
  config: Config,
  dependencies: SetUp,
): SiteAbilities => ({
  samples: order.includes('sample'),
  readsStories: order.some((name) => ENGINES[name].readsStories?.(config, dependencies) === true),
});

/** Describes every engine for the panel, configured or not. Reveals only whether a key is present, not the key. */
export const listEngines = (
  config: Config,
  engines: readonly Engine[],
  dependencies: SetUp,
): ListedEngine[] =>
  ENGINE_NAMES.map((name) => {
    const engine = engines.find((one) => one.name === name);
    return {
      name,
      configured: engine !== undefined && (engine.isSetUp?.() ?? true),
      key: ENGINES[name].keyState?.(config, dependencies) ?? 'not_needed',
      service: ENGINES[name].service?.(config, dependencies) ?? null,
      ...(engine?.facts?.() ?? { version: null, warning: null }),
      quota: engine?.quota?.() ?? null,
    };
  });
