import type * as z from 'zod';
import { SERVICE_ADDRESSES } from '#shared/contract/extraction-services.ts';
import type { environmentSchema, UpstreamRoute } from './environment-schema.ts';
import { findProgram } from './find-program.ts';

type ReadEnvironment = z.infer<typeof environmentSchema>;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

const findYtDlp = (given: string | undefined, searchPath: string) => {
  const program = given ?? findProgram('yt-dlp', searchPath);
  return program === null ? null : { program, searchPath };
};

const findProvider = (env: ReadEnvironment) => {
  const service = env.PROVIDER_PRESET;
  const host = env.PROVIDER_HOST ?? SERVICE_ADDRESSES[service];
  return host === null ? null : { service, host: withoutSlash(host), apiKey: env.PROVIDER_API_KEY ?? null };
};

/** Creates the frozen configuration from the checked variables; `given` are those that are set, as texts. */
export const createConfig = (
  env: Readonly<ReadEnvironment>,
  given: Readonly<Record<string, string>>,
  searchPath: string,
) =>
  Object.freeze({
    // For `localhost` the framework opens a second server, whose connections would escape the connection limit and the
    // graceful stop.
    host: env.HOST === 'localhost' ? '127.0.0.1' : env.HOST,
    port: env.PORT,
    /** Public origin of this site, without a trailing slash. */
    publicUrl: env.PUBLIC_URL === undefined ? `http://127.0.0.1:${env.PORT}` : new URL(env.PUBLIC_URL).origin,
    /** False while PUBLIC_URL is unset; then all loopback names count as hosts of this site. */
    publicUrlGiven: env.PUBLIC_URL !== undefined,
    dataDir: env.DATA_DIR,
    /** Master secret; null to store one in DATA_DIR. */
    secret: env.SECRET ?? null,
    /** Master secret before its last change; null if it has not changed. */
    previousSecret: env.SECRET_PREVIOUS ?? null,
    /** URL of a PostgreSQL server; null for the SQLite file in DATA_DIR. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** The PATH on which other programs are found. */
    searchPath,
    /** Code that makes an account the owner; null to generate one at each start without an owner. */
    setupCode: env.SETUP_CODE ?? null,
    /** Sign-up mode until the owner chooses one in the panel. */
    signUp: env.SIGNUP,
    /** False while SIGNUP is unset. */
    signUpGiven: given['SIGNUP'] !== undefined,
    authDetail: env.AUTH_DETAIL,
    /** Limits of one visitor network. */
    allowance: {
      previewsPerMinute: env.PREVIEWS_PER_MINUTE,
      previewsPerHour: env.PREVIEWS_PER_HOUR,
      maxConcurrentPreviews: env.PREVIEWS_AT_ONCE,
      maxConcurrentStreams: env.STREAMS_AT_ONCE,
      /** Open TCP connections, counted by address. Proxies in TRUST_PROXY are exempt. */
      maxConnections: env.CONNECTIONS_AT_ONCE,
    },
    /** How saved files reach the visitor. */
    delivery: env.DELIVERY,
    /** Seconds that running downloads may take to finish after a stop signal. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Whether Strict-Transport-Security covers subdomains too. */
    hstsSubdomains: env.HSTS_SUBDOMAINS === '1',
    /** Addresses or CIDR ranges of proxies whose X-Forwarded-For header is trusted. */
    trustProxy: env.TRUST_PROXY,
    engines: env.ENGINES,
    /** False while ENGINES is unset. */
    enginesGiven: given['ENGINES'] !== undefined,
    /** The extraction service; null for none. Its `host` is a base URL without a trailing slash, its `apiKey` null when it needs none. */
    provider: findProvider(env),
    /** The yt-dlp program and the PATH it is run with; null when none is installed. */
    ytDlp: findYtDlp(env.YTDLP_PATH, searchPath),
    /**
     * Where programs that the owner installs in the panel come from (`releases`, an address without a trailing slash), and the PATH
     * they are run with; null while YTDLP_PATH names the program.
     */
    ytDlpUpdates:
      env.YTDLP_PATH === undefined ? { releases: withoutSlash(env.YTDLP_RELEASES), searchPath } : null,
    /** The operator's own cobalt server; `url` has no trailing slash. */
    cobalt:
      env.COBALT_URL === undefined
        ? null
        : { url: withoutSlash(env.COBALT_URL), apiKey: env.COBALT_API_KEY ?? null },
    mediaHosts: env.MEDIA_HOSTS,
    /** URL of the proxy for pages of the platforms, with its user name and password; null for none. */
    outboundProxy: env.OUTBOUND_PROXY ?? null,
    outboundProxyMode: env.OUTBOUND_PROXY_MODE,
    /** Posts and share links that may be read through `outboundProxy` in an hour. */
    outboundProxyPerHour: env.OUTBOUND_PROXY_PER_HOUR,
    /** URL of the proxy for media; null for direct connections. */
    mediaProxy: env.MEDIA_PROXY ?? null,
    upstreamRoutes: env.UPSTREAM_ROUTES as readonly UpstreamRoute[],
    logLevel: env.LOG_LEVEL,
    /** Token with which the metrics may be read from elsewhere; null: only by a program on this machine. */
    metricsToken: env.METRICS_TOKEN ?? null,
    contactEmail: env.CONTACT_EMAIL ?? null,
  });

/** Complete configuration, read once from the environment and frozen. docs/configuration.md documents each variable. */
export type Config = ReturnType<typeof createConfig>;
