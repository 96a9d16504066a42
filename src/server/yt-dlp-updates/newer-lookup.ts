import type { InstalledProgram, YtDlpChannel } from '#shared/contract/yt-dlp-updates.ts';
import type { ReleaseServer } from './release-server.ts';
import { compareVersions } from './release-version.ts';

/** Time after which the release server is asked again while somebody looks at the panel. */
const LOOK_EVERY_MS = 6 * 60 * 60 * 1_000;

/** Release server that remembers the newest version of each channel. */
export interface NewerLookup {
  /** Asks for the newest version of a channel, as the release server does. */
  readonly newest: ReleaseServer['newest'];
  /** Asks in the background, unless that was done for this channel within the last hours. */
  refresh(channel: YtDlpChannel): void;
  /** Returns the newest known version of the program's channel if it is newer; otherwise null. */
  newerThan(installed: InstalledProgram): string | null;
}

interface NewerLookupParts {
  readonly releases: Pick<ReleaseServer, 'newest'>;
  /** Aborts the questions in the background. */
  readonly signal: AbortSignal;
  /** Called when an answer has come in the background. */
  readonly onFound: () => void;
  readonly now: () => number;
}

/** Creates the lookup. A server that cannot be reached is asked again after the same time. */
export const createNewerLookup = ({ releases, signal, onFound, now }: NewerLookupParts): NewerLookup => {
  const lookedAt = new Map<YtDlpChannel, number>();
  const known = new Map<YtDlpChannel, string>();
  const newest: ReleaseServer['newest'] = async (channel, callSignal) => {
    lookedAt.set(channel, now());
    const version = await releases.newest(channel, callSignal);
    known.set(channel, version);
    return version;
  };
  return {
    newest,
    refresh(channel) {
      const last = lookedAt.get(channel);
      if (signal.aborted || (last !== undefined && now() - last < LOOK_EVERY_MS)) return;
      // The panel shows no newer version if this fails; an installation reports the failure.
      newest(channel, signal).then(onFound, () => undefined);
    },
    newerThan({ channel, version }) {
      const found = known.get(channel);
      return found !== undefined && compareVersions(found, version) > 0 ? found : null;
    },
  };
};
