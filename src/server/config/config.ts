import type { SignUpMode } from '#shared/contract/account.ts';
import type { EngineName } from '#shared/contract/content-type.ts';

/** Requests to `host` (or, with a leading `*.`, to any name under it) go to `origin` instead, original Host header kept. */
export interface UpstreamRoute {
  readonly host: string;
  readonly origin: string;
}

/** Whether a failed sign-in says which part was wrong. */
export const AUTH_DETAILS = ['exact', 'uniform'] as const;

/** How much one visitor network may use at a time. */
export interface NetworkAllowance {
  readonly previewsPerMinute: number;
  readonly previewsPerHour: number;
  /** Previews in flight. */
  readonly maxConcurrentPreviews: number;
  /** Open media streams. */
  readonly maxConcurrentStreams: number;
  /** Open TCP connections, by address. Proxies in TRUST_PROXY are exempt. */
  readonly maxConnections: number;
}

/** The whole configuration, read once from the environment and frozen. docs/configuration.md has a row for each variable. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Own origin, without a trailing slash. */
  readonly publicUrl: string;
  /** False while PUBLIC_URL is unset: the loopback names then all count as own. */
  readonly publicUrlGiven: boolean;
  readonly dataDir: string;
  /** Master secret, null when it is to be kept in DATA_DIR. */
  readonly secret: string | null;
  /** Address of a PostgreSQL server, null for the file in DATA_DIR. */
  readonly databaseUrl: string | null;
  /** What makes an account the owner, null when one is to be made up at the first start. */
  readonly setupCode: string | null;
  /** Holds until the owner chooses in the panel. */
  readonly signUp: SignUpMode;
  readonly authDetail: (typeof AUTH_DETAILS)[number];
  readonly allowance: NetworkAllowance;
  /** How long running downloads may finish after a stop signal. */
  readonly drainSeconds: number;
  /** Whether Strict-Transport-Security covers subdomains too. */
  readonly hstsSubdomains: boolean;
  /** Addresses or CIDR ranges whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  readonly engines: readonly EngineName[];
  /** The extraction API; without a key where it wants none. */
  readonly provider: { readonly host: string; readonly apiKey: string | null } | null;
  /** The program the engine of that name runs, and the PATH it is run with; null when there is none. */
  readonly ytDlp: { readonly program: string; readonly searchPath: string } | null;
  /** The owner's own cobalt instance, without a trailing slash. */
  readonly cobalt: { readonly url: string; readonly apiKey: string | null } | null;
  readonly mediaHosts: readonly string[];
  readonly outboundProxy: string | null;
  readonly upstreamRoutes: readonly UpstreamRoute[];
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly contactEmail: string | null;
}
