import type * as z from 'zod';
import type { EngineName, ProviderName } from '#shared/contract/engine-names.ts';
import { PRESET_FACTS, PROVIDER_PRESET_IDS } from '#shared/contract/provider-presets.ts';
import type { Config, ConfiguredProvider } from './config.ts';
import { environmentSchema } from './environment-schema.ts';
import { findProgram } from './find-program.ts';
import { readSecretFiles, SECRET_FILE_VARIABLES } from './secret-files.ts';
import { StartError } from './start-error.ts';
import {
  type Environment,
  misspelledVariables,
  similarVariables,
  UNSUPPORTED_VARIABLES,
  unsupportedMistakes,
} from './variable-names.ts';

/** Thrown for an invalid environment. The message lists every mistake but no values, because they may be secrets. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n  ${mistakes.join('\n  ')}`,
    );
    this.mistakes = mistakes;
  }
}

/** Names of the variables that are read. docs/configuration.md documents each one. */
export const CONFIG_VARIABLES = Object.keys(environmentSchema.shape);

const KNOWN_VARIABLES = [...CONFIG_VARIABLES, ...SECRET_FILE_VARIABLES, ...UNSUPPORTED_VARIABLES];

/** Returns those of the named variables that are set and not blank, trimmed. */
const pick = (environment: Environment, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

const mistakeOf = (name: string, sentence: string): string =>
  sentence.startsWith('=') ? `${name}${sentence}` : `${name} ${sentence}`;

/**
 * Reads the configuration from an environment and from the files that its `…_FILE` variables name. An empty variable
 * counts as unset. Throws ConfigError with all mistakes.
 */
export const readConfig = (environment: Environment): Config => {
  const files = readSecretFiles(pick(environment, SECRET_FILE_VARIABLES));
  const direct = pick(environment, CONFIG_VARIABLES);
  const given = { ...files.values, ...direct };
  const parsed = environmentSchema.safeParse(given);
  const mistakes = [
    ...misspelledVariables(environment, KNOWN_VARIABLES),
    ...unsupportedMistakes(pick(environment, UNSUPPORTED_VARIABLES)),
    ...files.mistakes,
    ...Object.keys(files.values)
      .filter((name) => direct[name] !== undefined)
      .map((name) => `${name} and ${name}_FILE are both set: keep one of them`),
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => mistakeOf(String(issue.path[0]), issue.message))),
  ];
  mistakes.push(...Object.values(PROVIDER_PREFIXES).flatMap((prefix) => providerMistakes(given, prefix)));
  if (given['COBALT_API_KEY'] !== undefined && given['COBALT_URL'] === undefined)
    mistakes.push('COBALT_URL is missing while COBALT_API_KEY is set');
  if (given['OUTBOUND_PROXY_MODE'] === 'fallback' && given['OUTBOUND_PROXY'] === undefined)
    mistakes.push('OUTBOUND_PROXY is missing while OUTBOUND_PROXY_MODE is fallback');
  if (!parsed.success || mistakes.length > 0) throw new ConfigError([...new Set(mistakes)]);
  return toConfig(parsed.data, given, environment['PATH'] ?? '');
};

/**
 * Returns a warning for each variable that is not read although its name suggests it. These variables do not prevent
 * the start.
 */
export const describeUnreadVariables = (environment: Environment): readonly string[] =>
  similarVariables(environment, CONFIG_VARIABLES, KNOWN_VARIABLES);

const findYtDlp = (given: string | undefined, searchPath: string): Config['ytDlp'] => {
  const program = given ?? findProgram('yt-dlp', searchPath);
  return program === null ? null : { program, searchPath };
};

const PROVIDER_PREFIXES = {
  provider: 'PROVIDER',
  'provider-2': 'PROVIDER_2',
  'provider-3': 'PROVIDER_3',
} as const satisfies Record<ProviderName, string>;
type ProviderPrefix = (typeof PROVIDER_PREFIXES)[ProviderName];

/** Returns the address of a preset that has one of its own, otherwise null. */
const presetHost = (preset: unknown): string | null =>
  PROVIDER_PRESET_IDS.flatMap((id) => (id === preset ? (PRESET_FACTS[id].host ?? []) : []))[0] ?? null;

const providerMistakes = (
  given: Readonly<Record<string, string>>,
  prefix: ProviderPrefix,
): readonly string[] => {
  const preset = given[`${prefix}_PRESET`];
  const hasDefinition = given[`${prefix}_DEFINITION`] !== undefined;
  // The default preset says nothing about whether there is a service.
  const isChosen = preset !== undefined && preset !== 'download';
  const needing = [
    ...(isChosen ? [`${prefix}_PRESET`] : []),
    ...['_DEFINITION', '_API_KEY'].map((end) => prefix + end).filter((name) => given[name] !== undefined),
  ];
  const host = given[`${prefix}_HOST`] ?? (hasDefinition ? null : presetHost(preset));
  return [
    ...(host === null && needing[0] !== undefined
      ? [`${prefix}_HOST is missing while ${needing[0]} is set`]
      : []),
    ...(isChosen && hasDefinition
      ? [`${prefix}_PRESET and ${prefix}_DEFINITION are both set: keep one of them`]
      : []),
  ];
};

const findProvider = (
  env: z.infer<typeof environmentSchema>,
  prefix: ProviderPrefix,
): ConfiguredProvider | null => {
  const definition = env[`${prefix}_DEFINITION`] ?? env[`${prefix}_PRESET`];
  const host = env[`${prefix}_HOST`] ?? presetHost(definition);
  return host === null
    ? null
    : { host: host.replace(/\/+$/, ''), apiKey: env[`${prefix}_API_KEY`] ?? null, definition };
};

const toConfig = (
  env: z.infer<typeof environmentSchema>,
  given: Readonly<Record<string, string>>,
  searchPath: string,
): Config =>
  Object.freeze({
    // For `localhost` the framework opens a second server, whose connections would escape the connection limit and the
    // graceful stop.
    host: env.HOST === 'localhost' ? '127.0.0.1' : env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL === undefined ? `http://127.0.0.1:${env.PORT}` : new URL(env.PUBLIC_URL).origin,
    publicUrlGiven: env.PUBLIC_URL !== undefined,
    dataDir: env.DATA_DIR,
    secret: env.SECRET ?? null,
    previousSecret: env.SECRET_PREVIOUS ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    setupCode: env.SETUP_CODE ?? null,
    signUp: env.SIGNUP,
    signUpGiven: given['SIGNUP'] !== undefined,
    authDetail: env.AUTH_DETAIL,
    allowance: {
      previewsPerMinute: env.PREVIEWS_PER_MINUTE,
      previewsPerHour: env.PREVIEWS_PER_HOUR,
      maxConcurrentPreviews: env.PREVIEWS_AT_ONCE,
      maxConcurrentStreams: env.STREAMS_AT_ONCE,
      maxConnections: env.CONNECTIONS_AT_ONCE,
    },
    delivery: env.DELIVERY,
    drainSeconds: env.DRAIN_SECONDS,
    hstsSubdomains: env.HSTS_SUBDOMAINS === '1',
    trustProxy: env.TRUST_PROXY,
    engines: env.ENGINES satisfies readonly EngineName[],
    enginesGiven: given['ENGINES'] !== undefined,
    providers: {
      provider: findProvider(env, 'PROVIDER'),
      'provider-2': findProvider(env, 'PROVIDER_2'),
      'provider-3': findProvider(env, 'PROVIDER_3'),
    },
    ytDlp: findYtDlp(env.YTDLP_PATH, searchPath),
    ytDlpUpdates:
      env.YTDLP_PATH === undefined ? { releases: env.YTDLP_RELEASES.replace(/\/+$/, ''), searchPath } : null,
    cobalt:
      env.COBALT_URL === undefined
        ? null
        : { url: env.COBALT_URL.replace(/\/+$/, ''), apiKey: env.COBALT_API_KEY ?? null },
    mediaHosts: env.MEDIA_HOSTS,
    outboundProxy: env.OUTBOUND_PROXY ?? null,
    outboundProxyMode: env.OUTBOUND_PROXY_MODE,
    outboundProxyPerHour: env.OUTBOUND_PROXY_PER_HOUR,
    mediaProxy: env.MEDIA_PROXY ?? null,
    upstreamRoutes: env.UPSTREAM_ROUTES,
    logLevel: env.LOG_LEVEL,
    contactEmail: env.CONTACT_EMAIL ?? null,
  });
