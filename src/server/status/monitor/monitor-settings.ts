import type { StatusPlatform } from '#shared/contract/status.ts';

export const MONITORED_PLATFORMS: readonly StatusPlatform[] = ['instagram', 'tiktok'];

/** What the owner wants watched, as it is stored; read anew each time. */
export interface MonitorSettings {
  readonly platforms: Readonly<Record<StatusPlatform, boolean>>;
  /** Links of posts to try. */
  readonly canaries: Readonly<Record<StatusPlatform, readonly string[]>>;
  readonly alerts: {
    /** Where to tell of failures; null for nowhere. */
    readonly webhook: string | null;
    /** Percent of the tries that worked, under which a platform is failing. */
    readonly below: number;
  };
}
