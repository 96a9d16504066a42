import type { EngineName } from '#shared/contract/content-type.ts';

/** Requests to `host` (or, with a leading `*.`, to any name under it) go to `origin` instead, original Host header kept. */
export interface UpstreamRoute {
  readonly host: string;
  readonly origin: string;
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
  /** Addresses or CIDR ranges whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  readonly engines: readonly EngineName[];
  readonly provider: { readonly host: string; readonly apiKey: string } | null;
  readonly mediaHosts: readonly string[];
  readonly outboundProxy: string | null;
  readonly upstreamRoutes: readonly UpstreamRoute[];
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly contactEmail: string | null;
}
