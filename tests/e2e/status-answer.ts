import type { PartStatus, StatusReport } from '../../src/shared/contract/status.ts';
import { byPlatform } from '../../src/shared/platforms/platforms.ts';

const NO_DAYS = { states: [], shares: [] };

/** Creates a response of `GET /api/status` without history, in which every further platform is in the state of TikTok. */
export const statusAnswer = (
  instagram: PartStatus,
  tiktok: PartStatus,
  downloads: PartStatus,
  used: StatusReport['used'] = ['instagram', 'tiktok', 'downloads'],
): StatusReport => ({
  previews: { ...byPlatform(() => tiktok), instagram },
  downloads,
  engines: [],
  days: [],
  past: { previews: byPlatform(() => NO_DAYS), downloads: NO_DAYS, engines: [] },
  used,
  incidents: [],
  tested: byPlatform(() => null),
  causes: byPlatform(() => null),
});
