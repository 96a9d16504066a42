import type { SignUpMode } from '#shared/contract/account.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ServiceName } from '#shared/contract/extraction-services.ts';
import type { Delivery } from '#shared/contract/site.ts';

/**
 * Sends requests for `host` (or, with a leading `*.`, for any name under it) to `origin` instead, with the original
 * Host header.
 */
export interface UpstreamRoute {
  readonly host: string;
  readonly origin: string;
}

/**
 * Values of AUTH_DETAIL. `exact`: sign-in states whether the account or the password is wrong, and sign-up that an account exists;
 * `uniform`: neither states that.
 */
export const AUTH_DETAILS = ['exact', 'uniform'] as const;

/**
 * Values of OUTBOUND_PROXY_MODE: pages are requested through the owner's proxy `always`, or as `fallback` when the direct request fails or
 * takes long.
 */
export const OUTBOUND_PROXY_MODES = ['always', 'fallback'] as const;

/** Limits of one visitor network. */
export interface NetworkAllowance {
  readonly previewsPerMinute: number;
  readonly previewsPerHour: number;
  /** Concurrent previews. */
  readonly maxConcurrentPreviews: number;
  /** Concurrent media streams. */
  readonly maxConcurrentStreams: number;
  /** Open TCP connections, counted by address. Proxies in TRUST_PROXY are exempt. */
  readonly maxConnections: number;
}

/** Extraction service that PROVIDER_HOST and PROVIDER_API_KEY configure. */
export interface ConfiguredProvider {
  /** Base URL, without a trailing slash. */
  readonly host: string;
  /** Null when it needs none. */
  readonly apiKey: string | null;
  readonly service: ServiceName;
}

/** Complete configuration, read once from the environment and frozen. docs/configuration.md documents each variable. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Public origin of this site, without a trailing slash. */
  readonly publicUrl: string;
  /** False while PUBLIC_URL is unset; then all loopback names count as hosts of this site. */
  readonly publicUrlGiven: boolean;
  readonly dataDir: string;
  /** Master secret; null to store one in DATA_DIR. */
  readonly secret: string | null;
  /** Master secret before its last change; null if it has not changed. */
  readonly previousSecret: string | null;
  /** URL of a PostgreSQL server; null for the SQLite file in DATA_DIR. */
  readonly databaseUrl: string | null;
  /** Code that makes an account the owner; null to generate one at each start without an owner. */
  readonly setupCode: string | null;
  /** Sign-up mode until the owner chooses one in the panel. */
  readonly signUp: SignUpMode;
  /** False while SIGNUP is unset. */
  readonly signUpGiven: boolean;
  readonly authDetail: (typeof AUTH_DETAILS)[number];
  readonly allowance: NetworkAllowance;
  /** How saved files reach the visitor. */
  readonly delivery: Delivery;
  /** Seconds that running downloads may take to finish after a stop signal. */
  readonly drainSeconds: number;
  /** Whether Strict-Transport-Security covers subdomains too. */
  readonly hstsSubdomains: boolean;
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-For header is trusted. */
  readonly trustProxy: readonly string[];
  readonly engines: readonly EngineName[];
  /** False while ENGINES is unset. */
  readonly enginesGiven: boolean;
  /** The extraction service; null for none. */
  readonly provider: ConfiguredProvider | null;
  /** The yt-dlp program and the PATH it is run with; null when none is installed. */
  readonly ytDlp: { readonly program: string; readonly searchPath: string } | null;
  /**
   * Where programs that the owner installs in the panel come from (`releases`, an address without a trailing slash), and the PATH
   * they are run with; null while YTDLP_PATH names the program.
   */
  readonly ytDlpUpdates: { readonly releases: string; readonly searchPath: string } | null;
  /** The operator's own cobalt instance; `url` has no trailing slash. */
  readonly cobalt: { readonly url: string; readonly apiKey: string | null } | null;
  readonly mediaHosts: readonly string[];
  /** URL of the proxy for pages of the platforms, with its user name and password; null for none. */
  readonly outboundProxy: string | null;
  readonly outboundProxyMode: (typeof OUTBOUND_PROXY_MODES)[number];
  /** Posts and share links that may be read through `outboundProxy` in an hour. */
  readonly outboundProxyPerHour: number;
  /** URL of the proxy for media; null for direct connections. */
  readonly mediaProxy: string | null;
  readonly upstreamRoutes: readonly UpstreamRoute[];
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly contactEmail: string | null;
}
