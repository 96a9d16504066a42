import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { ENGINE_NAMES, type EngineName } from '#shared/contract/engine-names.ts';
import type { ListedEngine } from '#shared/contract/engines.ts';
import type { SiteAbilities } from '#shared/contract/site.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import type { Announcements } from '../base/announcements/announcements.ts';
import type { Config } from '../base/config/config.ts';
import type { Logger } from '../base/observability/logger.ts';
import type { ConnectProxy } from '../outbound/connect-proxy.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { type PageAccess, withRoutes } from '../platforms/reading/along-routes.ts';
import { type MediaHosts, mediaHosts } from '../platforms/server-platforms.ts';
import { createCobaltEngine } from './cobalt/cobalt-engine.ts';
import type { Engine } from './engine.ts';
import { createNativeEngine } from './native/native-engine.ts';
import { createProviderEngine, SERVICES, takesStories } from './provider/provider-engine.ts';
import { filePolicy, type ProviderService } from './provider/provider-service.ts';
import { createSampleEngine } from './sample/sample-engine.ts';
import { removeLeftovers } from './yt-dlp/program-folder.ts';
import { createYtDlpEngine } from './yt-dlp/yt-dlp-engine.ts';

/** Dependencies of engines: network access, the log, the yt-dlp program that is installed in the panel, and the owner's provider. */
export interface EngineDependencies {
  readonly pages: PageAccess;
  /** Client for requests to services that read the platforms for an engine. */
  readonly services: OutboundClient;
  /** Proxy for engines that run a program with its own network access. */
  readonly connectProxy: ConnectProxy;
  /** Channel to the other instances, which share the pauses of the platforms' pages; absent if there are no other instances. */
  readonly announcements?: Announcements | undefined;
  readonly log: Logger;
  /** Returns the path of the yt-dlp program that the owner installed in the panel; null if there is none. */
  readonly installedYtDlp: () => string | null;
  /** Returns the provider that was set up in the panel; null to use the provider of the environment. */
  readonly chosenProvider: () => OpenedProvider | null;
}

/**
 * Provider that was set up in the panel. `key` is null if the provider has no key, and `unreadable` if SECRET has changed since the key was
 * saved.
 */
interface OpenedProvider extends Pick<ChosenProvider, 'service' | 'host'> {
  readonly key: { readonly kind: 'open'; readonly key: string } | { readonly kind: 'unreadable' } | null;
}

type KeyState = ListedEngine['key'];

/** The dependency that decides whether and how the provider engine is set up. */
type ProviderSetUp = Pick<EngineDependencies, 'chosenProvider'>;

/** Definition of an engine: how it is created, what the panel shows about it, and its limits on each platform. */
interface EngineDefinition {
  /** Creates the engine; returns null when the owner has not configured it, which removes it from the chain. */
  readonly create: (config: Config, dependencies: EngineDependencies) => Engine | null;
  /** Returns the state of the key for the panel; absent for an engine that needs no key. */
  readonly keyState?: (config: Config, dependencies: ProviderSetUp) => KeyState;
  /**
   * Returns whether the engine is set up and may read stories, which the platforms show only to accounts. Absent for an engine that reads
   * no stories.
   */
  readonly readsStories?: (config: Config, dependencies: ProviderSetUp) => boolean;
  /** Returns the service that the engine asks, for the panel; null if none is set up. Absent for an engine that asks no service. */
  readonly service?: (config: Config, dependencies: ProviderSetUp) => ListedEngine['service'];
  /** Maximum number of parallel runs on a platform. One network may use all but one. */
  readonly concurrency: number;
  /** Maximum number of requests on a platform that wait for a run. */
  readonly maxQueue: number;
  /**
   * Whether the engine's requests reach the platforms from this server's address. To a platform such engines are one client, so
   * they share the platform's budget of starts.
   */
  readonly usesOwnAddress: boolean;
  /** Whether the engine reads the built-in samples instead of posts of platforms. */
  readonly isForSamples?: true;
  /**
   * Whether the engine reads a service that the owner chooses. The names of qualities that the service sends are then shown unchanged, and
   * its files may differ by the query of their URLs alone.
   */
  readonly readsAnyService?: true;
}

/**
 * Returns service, host and key of the provider that is set up in the panel, else of the provider in the environment; null if there is
 * none, or the key saved in the panel cannot be read.
 */
const namedProvider = ({ provider }: Config, chosen: OpenedProvider | null) => {
  if (chosen === null) return provider;
  return chosen.key?.kind === 'unreadable' ? null : { ...chosen, apiKey: chosen.key?.key ?? null };
};

/**
 * Returns the service of the provider engine; null if there is none. The key in the environment is sent only to the host in the
 * environment, because otherwise anyone who may change the host in the panel could obtain the key.
 */
const serviceOf = (config: Config, { chosenProvider }: ProviderSetUp): ProviderService | null => {
  const chosen = chosenProvider();
  const named = namedProvider(config, chosen);
  if (named === null) return null;
  const { host, apiKey, service } = named;
  return { baseUrl: host, apiKey, isFromEnvironment: chosen === null, adapter: SERVICES[service] };
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
  { connectProxy, pages: { routeChoice: choice }, log }: YtDlpDependencies,
  checksAtStart = true,
): Engine => {
  const searchPath = (ytDlp ?? ytDlpUpdates)?.searchPath ?? '';
  const parts = { program, searchPath, proxy: connectProxy, routes: choice.routes, log, checksAtStart };
  return withRoutes(createYtDlpEngine(parts), choice);
};

/**
 * Creates an engine that runs the yt-dlp program at the path `program`, with the network access and limits of the yt-dlp engine in use. The
 * engine writes no log and does not check the program when it is created.
 */
export const createYtDlpCandidate = (
  program: string,
  config: Config,
  dependencies: YtDlpDependencies,
): Engine =>
  ytDlpEngine(
    () => program,
    config,
    // The log describes the program in use; the check of a candidate reports its results itself.
    { ...dependencies, log: dependencies.log.child({}, { level: 'silent' }) },
    false,
  );

/** Definitions of all engines, by name. */
export const ENGINES: Readonly<Record<EngineName, EngineDefinition>> = {
  provider,
  native: {
    create: (_config, { pages, announcements }) =>
      withRoutes(createNativeEngine({ clients: pages.clients, announcements }), pages.routeChoice),
    concurrency: 3,
    maxQueue: 50,
    usesOwnAddress: true,
  },
  'yt-dlp': {
    create(config, dependencies) {
      const { ytDlp, ytDlpUpdates } = config;
      // YTDLP_PATH has precedence over the program that the owner installed in the panel, which has precedence over a program on the PATH.
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
 * Creates the configured engines. Settings of the owner decide later whether and in which order they run. Also stops, in the background,
 * the programs that a killed server process has left running, even if their engine is no longer configured.
 */
export const createEngines = (config: Config, dependencies: EngineDependencies): readonly Engine[] => {
  void removeLeftovers(dependencies.log);
  return ENGINE_NAMES.flatMap((name) => ENGINES[name].create(config, dependencies) ?? []);
};

/** Creates the policy for media with the owner's hosts and cobalt server, and with the hosts of the provider's service in use. */
export const createMediaHosts = (config: Config, dependencies: ProviderSetUp): MediaHosts => {
  const delivery = mediaHosts(config.mediaHosts, config.cobalt?.url);
  return {
    ...delivery,
    providerPolicyFor(url) {
      const service = serviceOf(config, dependencies);
      return service && filePolicy(service, url, delivery);
    },
  };
};

/** Returns whether a site whose enabled engines are `order` offers the built-in samples and can read stories. */
export const abilitiesOf = (
  order: readonly EngineName[],
  config: Config,
  dependencies: ProviderSetUp,
): SiteAbilities => ({
  samples: order.includes('sample'),
  readsStories: order.some((name) => ENGINES[name].readsStories?.(config, dependencies) === true),
});

/**
 * Describes every engine for the panel, configured or not. The descriptions state whether a key is present, optional, unreadable or not
 * needed, never the key.
 */
export const listEngines = (
  config: Config,
  engines: readonly Engine[],
  dependencies: ProviderSetUp,
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
