import { describe, expect, it } from 'vitest';
import { releaseFileFor, thisMachine } from './release-file.ts';

describe('the file of a release', () => {
  it.each([
    ['linux', 'x64', false, 'yt-dlp_linux'],
    ['linux', 'arm64', false, 'yt-dlp_linux_aarch64'],
    ['linux', 'x64', true, 'yt-dlp_musllinux'],
    ['linux', 'arm64', true, 'yt-dlp_musllinux_aarch64'],
    ['darwin', 'x64', false, 'yt-dlp_macos'],
    ['darwin', 'arm64', false, 'yt-dlp_macos'],
    ['linux', 'riscv64', false, null],
    ['linux', 'arm', false, null],
    ['win32', 'x64', false, null],
    ['constructor', '', false, null],
  ])('for %s %s (musl: %s) is %s', (platform, arch, isMusl, file) => {
    expect(releaseFileFor({ platform, arch, isMusl })).toBe(file);
  });

  it('is chosen for the machine of this process', () => {
    expect(thisMachine()).toMatchObject({ platform: process.platform, arch: process.arch });
  });
});
