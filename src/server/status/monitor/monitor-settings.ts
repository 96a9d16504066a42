import type { StatusPlatform } from '#shared/contract/status.ts';

export const MONITORED_PLATFORMS: readonly StatusPlatform[] = ['instagram', 'tiktok'];

/** Stored settings of the self-tests and alerts. */
export interface MonitorSettings {
  readonly platforms: Readonly<Record<StatusPlatform, boolean>>;
  /** Links of the self-test posts. */
  readonly canaries: Readonly<Record<StatusPlatform, readonly string[]>>;
  readonly alerts: {
    /** Address that alerts are sent to; null for no alerts. */
    readonly webhook: string | null;
    /** Success rate in percent below which a platform counts as failing. */
    readonly below: number;
  };
}
