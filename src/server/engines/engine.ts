import type { EngineName } from '#shared/contract/engine-names.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { EngineOutcome } from '../platforms/failures.ts';
import type { ExtractOptions } from '../platforms/reading/along-routes.ts';

/** Time limit for verifying a file's size, so that it does not delay the preview. */
export const SIZE_PROOF_TIMEOUT_MS = 2_500;

/** State of the program or service behind an engine, for display to the owner. */
export interface EngineFacts {
  /** Version that the program or service reports; null while unknown. */
  readonly version: string | null;
  /**
   * `impersonation_missing`: it cannot imitate a browser's requests, so platforms refuse more of them.
   * `too_old`: it lacks required options, or it predates the latest changes of the platforms.
   * `does_not_run`: it is configured, but it cannot be started or fails before it reports its version.
   */
  readonly warning: 'impersonation_missing' | 'too_old' | 'does_not_run' | null;
}

/** Remaining and total number of calls, as last reported by the service behind an engine. */
export interface EngineQuota {
  readonly remaining: number;
  readonly limit: number;
}

/** Method of reading public posts. Each engine has one folder, which imports no other engine, and one line in the registry. */
export interface Engine {
  readonly name: EngineName;
  /** Time limit of a run in milliseconds, if it exceeds the usual limit of an engine. */
  readonly runMs?: number;
  /** Returns false while something that the engine requires is missing. Absent if that cannot change while the server runs. */
  isSetUp?(): boolean;
  /** Returns whether the engine can read links of this kind. */
  supports(link: ParsedLink): boolean;
  /**
   * Reads a post. Resolves for every response of a platform; rejects only on an internal error or when `signal` aborts. An
   * engine with `routes` uses them as the owner chose, or only the given one.
   */
  extract(link: ParsedLink, signal: AbortSignal, options?: ExtractOptions): Promise<EngineOutcome>;
  /** Routes on which the engine can request pages of the platforms; absent if its requests do not go to the platforms. */
  readonly routes?: readonly OutboundRoute[];
  /** Returns what is known about the program or service behind the engine, and starts a refresh in the background if it is outdated. */
  facts?(): EngineFacts;
  /** Returns the quota of the service that is closest to its limit; null while unknown. */
  quota?(): EngineQuota | null;
  /** Stops all runs and background work. */
  close?(): Promise<void>;
}
