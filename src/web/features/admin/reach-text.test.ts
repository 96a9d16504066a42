import { describe, expect, it } from 'vitest';
import type { CheckOfPlatform, CheckResult } from '#shared/contract/check.ts';
import { adviceOf, causeOf, reachGroups } from './reach-text.ts';

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
