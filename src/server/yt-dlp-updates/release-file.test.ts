import { describe, expect, it } from 'vitest';
import { releaseFileFor, thisMachine } from './release-file.ts';

describe('the file of a release', () => {
  it.each([
    ['linux x64', 'yt-dlp_linux'],
    ['linux arm64', 'yt-dlp_linux_aarch64'],
    ['linux x64 musl', 'yt-dlp_musllinux'],
    ['linux arm64 musl', 'yt-dlp_musllinux_aarch64'],
    ['darwin x64', 'yt-dlp_macos'],
    ['darwin arm64', 'yt-dlp_macos'],
    ['linux riscv64', null],
    ['linux arm', null],
    ['win32 x64', null],
  ])('for %s is %s', (machine, file) => {
    expect(releaseFileFor(machine)).toBe(file);
  });

  it('is chosen for the machine of this process', () => {
    expect(thisMachine().startsWith(`${process.platform} ${process.arch}`)).toBe(true);
  });
});
