import type { Config } from '../base/config/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Engine } from '../engines/engine.ts';
import { createYtDlpCandidate, type EngineDependencies } from '../engines/registry.ts';
import { reportedVersion } from '../engines/yt-dlp/program-version.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import { writeActivity } from '../people/activity/activity-log.ts';
import { createReleaseServer, ownTarget, releaseFileFor } from './release-server.ts';
import { openYtDlpUpdates, type YtDlpUpdatesParts, type YtDlpUpdatesService } from './yt-dlp-updates.ts';

interface UpdateParts
  extends Pick<YtDlpUpdatesParts, 'versionInUse' | 'onChange'>,
    Pick<EngineDependencies, 'pages' | 'connectProxy' | 'log'> {
  readonly config: Config;
  readonly database: Database;
  /** Checks an engine that is not in use yet. */
  readonly check: (engine: Engine, signal: AbortSignal) => ReturnType<YtDlpUpdatesParts['check']>;
  /** Client for the requests to the release server: the one for media, which must work for Savelet to work at all. */
  readonly media: OutboundClient;
}

/** Creates the service that installs and updates yt-dlp, with the release server that the configuration names. */
export const openUpdates = ({
  config,
  database,
  media,
  ...parts
}: UpdateParts): Promise<YtDlpUpdatesService> => {
  const { dataDir, ytDlpUpdates } = config;
  const searchPath = ytDlpUpdates?.searchPath ?? '';
  const fileName = releaseFileFor(ownTarget());
  return openYtDlpUpdates({
    ...parts,
    dataDir,
    check(program, signal) {
      const engine = createYtDlpCandidate(program, config, parts);
      return parts.check(engine, signal).finally(() => engine.close?.());
    },
    releases:
      ytDlpUpdates === null
        ? 'environment'
        : fileName === null
          ? 'machine'
          : createReleaseServer({ outbound: media, address: ytDlpUpdates.releases, fileName }),
    reportedVersion: (program, signal) => reportedVersion({ program, searchPath, signal }),
    record: (line) => database.write((trx) => writeActivity(trx, [line], Date.now())),
  });
};
