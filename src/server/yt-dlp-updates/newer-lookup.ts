import type { InstalledProgram, YtDlpChannel } from '#shared/contract/yt-dlp-updates.ts';
import type { ReleaseServer } from './release-server.ts';
import { compareVersions } from './release-version.ts';

/** Time after which the release server is asked again while somebody looks at the panel. */
const LOOK_EVERY_MS = 6 * 60 * 60 * 1_000;

/** Knows the newest version of a channel. */
export interface NewerLookup {
  /** Asks the release server in the background, unless it was asked for this channel within the last hours. */
  refresh(channel: YtDlpChannel): void;
  /** Returns the newest known version of the program's channel if it is newer; otherwise null. */
  newerThan(installed: InstalledProgram): string | null;
}

interface NewerLookupParts {
  readonly releases: ReleaseServer | null;
  readonly signal: AbortSignal;
  /** Called when the answer has come. */
  readonly onFound: () => void;
  readonly now: () => number;
}

/** Creates the lookup. A server that cannot be reached is asked again after the same time. */
export const createNewerLookup = ({ releases, signal, onFound, now }: NewerLookupParts): NewerLookup => {
  const lookedAt = new Map<YtDlpChannel, number>();
  const newest = new Map<YtDlpChannel, string>();
  return {
    refresh(channel) {
      const last = lookedAt.get(channel);
      if (releases === null || signal.aborted || (last !== undefined && now() - last < LOOK_EVERY_MS)) return;
      lookedAt.set(channel, now());
      releases.newest(channel, signal).then(
        (version) => {
          newest.set(channel, version);
          onFound();
        },
        // The panel then shows no newer version; an installation reports the failure.
        () => undefined,
      );
    },
    newerThan({ channel, version }) {
      const found = newest.get(channel);
      return found !== undefined && compareVersions(found, version) > 0 ? found : null;
    },
  };
};
