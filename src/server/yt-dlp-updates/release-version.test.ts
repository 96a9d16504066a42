import { describe, expect, it } from 'vitest';
import { compareVersions, versionInTagAddress } from './release-version.ts';

describe('versions of releases', () => {
  it.each([
    ['https://github.com/yt-dlp/yt-dlp/releases/tag/2026.08.19', '2026.08.19'],
    ['/yt-dlp/yt-dlp-nightly-builds/releases/tag/2026.08.25.232345', '2026.08.25.232345'],
    ['https://github.com/login', null],
    ['https://github.com/yt-dlp/yt-dlp/releases/tag/latest', null],
    ['https://github.com/yt-dlp/yt-dlp/releases/tag/2026.8.19', null],
    ['https://github.com/yt-dlp/yt-dlp/releases/tag/2026.08.19.1234567', null],
    ['https://github.com/yt-dlp/yt-dlp/releases/tag/2026.08.19/../../x', null],
    ['https://github.com/yt-dlp/yt-dlp/releases/tag/2026.08.19?a=b', null],
    [undefined, null],
  ])('are read from %s', (address, version) => {
    expect(versionInTagAddress(address)).toBe(version);
  });

  it('are compared by their numbers', () => {
    const ordered = ['2025.12.31', '2026.01.02', '2026.01.02.3', '2026.01.02.10', '2026.01.03'];
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
    expect(compareVersions('2026.01.02', '2026.01.02')).toBe(0);
  });
});
