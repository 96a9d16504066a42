import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { EngineOutcome } from '../platforms/failures.ts';
import type { ExtractOptions } from '../platforms/reading/along-routes.ts';

/** Time limit for checking the files of a post, so that the check does not delay the preview. */
export const SIZE_PROOF_TIMEOUT_MS = 2_500;

/** State of the program or service behind an engine, for display to the owner. */
export interface EngineFacts {
  /** Version that the program or service reports; null while unknown. */
  readonly version: string | null;
  /**
   * `impersonation_missing`: the program cannot imitate a browser's requests, so platforms refuse more requests.
   * `too_old`: the program lacks required options, or predates the latest changes of the platforms.
   * `does_not_run`: the program is configured, but cannot be started or fails before it reports its version.
   */
  readonly warning: 'impersonation_missing' | 'too_old' | 'does_not_run' | null;
}

/** Remaining and total number of calls (`limit`), as the service behind an engine last reported them. */
export interface EngineQuota {
  readonly remaining: number;
  readonly limit: number;
}

/** Method of reading public posts. Each engine has one folder, which imports no other engine, and one line in the registry. */
export interface Engine {
  readonly name: EngineName;
  /** Time limit of a run in milliseconds; absent for the usual limit of an engine. */
  readonly runMs?: number;
  /** Returns false while something that the engine requires is missing. Absent if the engine is always set up. */
  isSetUp?(): boolean;
  /** Returns whether the engine can read links of this kind. */
  supports(link: ParsedLink): boolean;
  /**
   * Reads a post. Resolves for every response of a platform; rejects only on an internal error or when `signal` aborts. An engine with
   * `routes` uses `options.route`, or without it the routes that the owner chose.
   */
  extract(link: ParsedLink, signal: AbortSignal, options?: ExtractOptions): Promise<EngineOutcome>;
  /** Routes on which the engine can request pages of the platforms; absent if its requests do not go to the platforms. */
  readonly routes?: readonly OutboundRoute[];
  /** Returns what is known about the program or service behind the engine. Starts a refresh in the background if that is outdated. */
  facts?(): EngineFacts;
  /** Returns the service's quota, of several the one closest to its limit; null while unknown. */
  quota?(): EngineQuota | null;
  /** Stops all runs and background work. */
  close?(): Promise<void>;
}
