import type { PlatformId } from '#shared/platforms/platforms.ts';

/** Stored settings of the checks and alerts. */
export interface MonitorSettings {
  readonly platforms: Readonly<Record<PlatformId, boolean>>;
  /** Links of the test posts. */
  readonly canaries: Readonly<Record<PlatformId, readonly string[]>>;
  readonly alerts: {
    /** Address that alerts are sent to; null for no alerts. */
    readonly webhook: string | null;
    /** Success rate in percent below which a platform counts as failing. */
    readonly below: number;
  };
}
