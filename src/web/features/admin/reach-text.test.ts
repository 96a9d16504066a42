import { describe, expect, it } from 'vitest';
import type { CheckOfPlatform, CheckResult } from '#shared/contract/check.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { adviceOf, causeOf, platformsUnreadByTimer, reachGroups, unreadPlatforms } from './reach-text.ts';

const way = (finding: CheckResult['finding'], route: CheckResult['route'] = 'direct'): CheckResult => ({
  engine: 'native',
  route,
  finding,
  ms: 40,
});
const on = (platform: CheckOfPlatform['platform'], ...results: CheckResult[]): CheckOfPlatform => ({
  platform,
  isOwnPost: false,
  results,
});
const shown = (...platforms: CheckOfPlatform[]) =>
  reachGroups(platforms).map(({ platforms: group, line }) => [group.map((one) => one.platform).join(), line]);

describe('the outcomes of a check', () => {
  it('say a cause that the platforms share once', () => {
    expect(
      shown(on('instagram', way('no_network'), way('no_network', 'proxy')), on('tiktok', way('no_network'))),
    ).toEqual([['instagram,tiktok', causeOf('no_network', false)]]);
  });

  it('name no cause where everything was read, or nothing was tried', () => {
    expect(shown(on('instagram', way('post')), on('tiktok', way('post')))).toEqual([
      ['instagram,tiktok', null],
    ]);
    expect(shown(on('instagram', way('post')), on('tiktok'))).toEqual([
      ['instagram', null],
      ['tiktok', null],
    ]);
  });

  it('count the tries of a platform that ended differently', () => {
    const mixed = [way('login_wall'), way('post', 'proxy')];
    expect(shown(on('instagram', ...mixed), on('tiktok', way('slow'), way('challenge', 'proxy')))).toEqual([
      ['instagram', '1 of 2 tries worked.'],
      ['tiktok', '2 tries failed, for different reasons.'],
    ]);
  });

  it('keep a gone test post of the owner apart from a built-in one', () => {
    expect(shown(on('instagram', way('gone')), { ...on('tiktok', way('gone')), isOwnPost: true })).toEqual([
      ['instagram', 'The public test post seems to be gone. Choose your own under "Test posts".'],
      ['tiktok', 'The platform says this post does not exist.'],
    ]);
    expect(adviceOf('post', true)).toBe('');
  });
});

describe('what could not be read last', () => {
  const NEVER = { lastAt: null, worked: null };
  const engines = (
    tiktok: AdminEngines['checks']['tiktok'],
    { isOn = true, finding = 'login_wall' }: { isOn?: boolean; finding?: CheckResult['finding'] } = {},
  ) =>
    ({
      settings: { platforms: byPlatform(() => isOn) },
      reach: {
        at: '2026-11-24T09:00:00.000Z',
        ms: 5,
        outdated: false,
        platforms: [on('tiktok', way(finding))],
      },
      checks: { ...byPlatform(() => NEVER), tiktok },
    }) as unknown as AdminEngines;
  const unread = (...given: Parameters<typeof engines>) => {
    const about = engines(...given);
    return [unreadPlatforms(about).map(({ platform }) => platform), platformsUnreadByTimer(about)];
  };
  const [before, after] = ['2026-11-24T08:50:00.000Z', '2026-11-24T09:10:00.000Z'];

  it.each<[string, ReturnType<typeof unread>, ...Parameters<typeof engines>]>([
    ['the check of all engines', [['tiktok'], []], NEVER],
    ['the check, whose result is newer', [['tiktok'], []], { lastAt: before, worked: true }],
    ['nothing once the timer has read it', [[], []], { lastAt: after, worked: true }],
    [
      'the timer after a check that passed',
      [[], ['tiktok']],
      { lastAt: after, worked: false },
      { finding: 'post' },
    ],
    ['nothing once a check has passed', [[], []], { lastAt: before, worked: false }, { finding: 'post' }],
    ['both', [['tiktok'], ['tiktok']], { lastAt: after, worked: false }],
    ['nothing where the platform is off', [[], []], { lastAt: after, worked: false }, { isOn: false }],
  ])('is that of %s', (_whose, expected, ...given) => expect(unread(...given)).toEqual(expected));
});
