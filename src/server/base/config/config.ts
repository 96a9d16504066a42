import type * as z from 'zod';
import { basePathOf } from '#shared/base-path.ts';
import { SERVICE_ADDRESSES } from '#shared/contract/extraction-services.ts';
import type { environmentSchema, UpstreamRoute } from './environment-schema.ts';
import { findProgram } from './find-program.ts';

type ReadEnvironment = z.infer<typeof environmentSchema>;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

const findYtDlp = (configuredPath: string | undefined, searchPath: string) => {
  const program = configuredPath ?? findProgram('yt-dlp', searchPath);
  return program === null ? null : { program, searchPath };
};

const findProvider = (env: ReadEnvironment) => {
  const service = env.PROVIDER_PRESET;
  const host = env.PROVIDER_HOST ?? SERVICE_ADDRESSES[service];
  return host === null ? null : { service, host: withoutSlash(host), apiKey: env.PROVIDER_API_KEY ?? null };
};

/**
 * Returns the public address of this site without a query or a trailing slash: that of PUBLIC_URL, or `http://127.0.0.1` with PORT while
 * PUBLIC_URL is unset.
 */
const publicUrlOf = ({ PUBLIC_URL, PORT }: Pick<ReadEnvironment, 'PUBLIC_URL' | 'PORT'>): string => {
  const url = new URL(PUBLIC_URL ?? `http://127.0.0.1:${PORT}`);
  return url.origin + basePathOf(url.href);
};

/** Creates the frozen configuration from the checked variables. `givenTexts` holds the unparsed text of each variable that is set. */
export const createConfig = (
  env: Readonly<ReadEnvironment>,
  givenTexts: Readonly<Record<string, string>>,
  searchPath: string,
) =>
  Object.freeze({
    // For `localhost` the framework opens a second server, whose connections would escape the connection limit and the
    // graceful stop.
    host: env.HOST === 'localhost' ? '127.0.0.1' : env.HOST,
    port: env.PORT,
    /** Public address of this site, without a trailing slash. */
    publicUrl: publicUrlOf(env),
    /** Path of `publicUrl`; empty at the root of its host. */
    basePath: basePathOf(publicUrlOf(env)),
    /** False while PUBLIC_URL is unset; then all loopback names count as hosts of this site. */
    isPublicUrlGiven: env.PUBLIC_URL !== undefined,
    dataDir: env.DATA_DIR,
    /** Master secret from SECRET; null if the server keeps its own in DATA_DIR. */
    secret: env.SECRET ?? null,
    /** Master secret before its last change, from SECRET_PREVIOUS; null if that is unset. */
    previousSecret: env.SECRET_PREVIOUS ?? null,
    /** URL of a PostgreSQL server; null for the SQLite file in DATA_DIR. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** The variable PATH: the folders in which the server looks for other programs. */
    searchPath,
    /** Code with which a new account becomes the owner; null if each start without an owner generates one. */
    setupCode: env.SETUP_CODE ?? null,
    /** Sign-up mode until the owner chooses one in the panel. */
    signUp: env.SIGNUP,
    /** False while SIGNUP is unset. */
    isSignUpGiven: givenTexts['SIGNUP'] !== undefined,
    /** How exact the answers to sign-in and sign-up are; AUTH_DETAILS describes the values. */
    authDetail: env.AUTH_DETAIL,
    /** Limits of one visitor network. */
    allowance: {
      previewsPerMinute: env.PREVIEWS_PER_MINUTE,
      previewsPerHour: env.PREVIEWS_PER_HOUR,
      maxConcurrentPreviews: env.PREVIEWS_AT_ONCE,
      maxConcurrentStreams: env.STREAMS_AT_ONCE,
      /** Open TCP connections. Those from proxies in TRUST_PROXY do not count. */
      maxConnections: env.CONNECTIONS_AT_ONCE,
    },
    /** How media files reach the visitor: through this server (`tunnel`), or where possible from the platform (`direct`). */
    delivery: env.DELIVERY,
    /** Seconds that running downloads may take to finish after a stop signal. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Whether Strict-Transport-Security covers subdomains too. */
    hstsCoversSubdomains: env.HSTS_SUBDOMAINS === '1',
    /** Addresses or CIDR ranges of proxies whose X-Forwarded-For header is trusted. */
    trustProxy: env.TRUST_PROXY,
    /** Names of the engines that are on until the owner changes them in the panel, in the order in which they are tried. */
    engines: env.ENGINES,
    /** False while ENGINES is unset. */
    areEnginesGiven: givenTexts['ENGINES'] !== undefined,
    /**
     * Extraction service that the environment sets up; null if there is none. `host` is a base URL without a trailing slash; `apiKey` is
     * null if PROVIDER_API_KEY is unset.
     */
    provider: findProvider(env),
    /** The yt-dlp program and the PATH it is run with; null when none is installed. */
    ytDlp: findYtDlp(env.YTDLP_PATH, searchPath),
    /**
     * Source of the yt-dlp programs that the owner installs in the panel (`releases`, a URL without a trailing slash), and the PATH with
     * which they run; null while YTDLP_PATH names the program.
     */
    ytDlpUpdates:
      env.YTDLP_PATH === undefined ? { releases: withoutSlash(env.YTDLP_RELEASES), searchPath } : null,
    /** URL of a JSON document about the newest release of Savelet, as GitHub returns it; null if there is none. */
    updateUrl: env.UPDATE_URL ?? null,
    /** The operator's own cobalt server; null if there is none. `url` has no trailing slash. */
    cobalt:
      env.COBALT_URL === undefined
        ? null
        : { url: withoutSlash(env.COBALT_URL), apiKey: env.COBALT_API_KEY ?? null },
    /** Host suffixes from which media may be fetched, in addition to those of the platforms. */
    mediaHosts: env.MEDIA_HOSTS,
    /** URL of the proxy for pages of the platforms, with its user name and password; null for none. */
    outboundProxy: env.OUTBOUND_PROXY ?? null,
    outboundProxyMode: env.OUTBOUND_PROXY_MODE,
    /** Maximum number of posts and share links that are read through `outboundProxy` per hour. */
    outboundProxyPerHour: env.OUTBOUND_PROXY_PER_HOUR,
    /** URL of the proxy for media; null for direct connections. */
    mediaProxy: env.MEDIA_PROXY ?? null,
    upstreamRoutes: env.UPSTREAM_ROUTES as readonly UpstreamRoute[],
    logLevel: env.LOG_LEVEL,
    /** Token with which other computers may read the metrics; null if only programs on this one may read them. */
    metricsToken: env.METRICS_TOKEN ?? null,
    contactEmail: env.CONTACT_EMAIL ?? null,
  });

/** Complete configuration, read once from the environment and frozen. docs/configuration.md documents each variable. */
export type Config = ReturnType<typeof createConfig>;
