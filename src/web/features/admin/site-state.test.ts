import { expect, it } from 'vitest';
import type { AdminEngines } from '#shared/contract/engines.ts';
import type { Status, StatusState } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { limitsOf } from './site-state.tsx';

const seen = (state: StatusState, lastSeen: string | null = null) => ({ state, medianMs: null, lastSeen });
const statusOf = (instagram: StatusState, tiktok: StatusState, more: Partial<Status> = {}): Status => ({
  previews: { ...byPlatform(() => seen(tiktok)), instagram: seen(instagram) },
  downloads: seen('working'),
  engines: [],
  ...more,
});
const checked = (finding: 'post' | 'login_wall', at = '2026-11-24T09:00:00.000Z') =>
  ({
    settings: { platforms: byPlatform(() => true) },
    checks: byPlatform(() => ({ lastAt: null, worked: null })),
    reach: {
      outdated: false,
      at,
      ms: 5,
      platforms: [
        {
          platform: 'instagram',
          isOwnPost: false,
          results: [{ engine: 'native', route: 'direct', finding, ms: 5 }],
        },
      ],
    },
  }) as unknown as AdminEngines;

it('a site without limits has none', () => {
  expect(limitsOf(statusOf('working', 'unknown'), checked('post'))).toBe('');
  expect(limitsOf(statusOf('unknown', 'unknown'), undefined)).toBe('');
});

it.each<[string, Status, AdminEngines | undefined]>([
  ['Instagram is switched off', statusOf('off', 'working'), checked('login_wall')],
  ['Instagram and TikTok are switched off', statusOf('off', 'off'), undefined],
  ['TikTok is not working', statusOf('working', 'failing'), undefined],
  ['Instagram is switched off, TikTok is not working', statusOf('off', 'failing'), undefined],
  ['Downloads are not working', statusOf('working', 'working', { downloads: seen('failing') }), undefined],
  ['Instagram could not be read in the last check', statusOf('failing', 'working'), checked('login_wall')],
])('says %j', (words, status, engines) => expect(limitsOf(status, engines)).toBe(words));

it('a failed check counts as long as the status says so, and is named until previews fail later', () => {
  const words = (state: StatusState, lastSeen: string) =>
    limitsOf(
      statusOf('working', 'working', {
        previews: { ...byPlatform(() => seen('working')), instagram: seen(state, lastSeen) },
      }),
      checked('login_wall'),
    );
  expect(words('working', '2026-11-24T09:30:00.000Z')).toBe('');
  expect(words('failing', '2026-11-24T09:00:00.000Z')).toBe('Instagram could not be read in the last check');
  expect(words('failing', '2026-11-24T09:30:00.000Z')).toBe('Instagram is not working');
});
