import process from 'node:process';

/** Machine that a program has to run on, in Node's names. `isMusl` is true for a Linux without the GNU C library. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly isMusl: boolean;
}

/** Files of a release by machine. All are single programs that need nothing else; the one that needs Python is not used. */
const FILES: Readonly<Record<string, string>> = {
  'linux x64': 'yt-dlp_linux',
  'linux arm64': 'yt-dlp_linux_aarch64',
  'linux x64 musl': 'yt-dlp_musllinux',
  'linux arm64 musl': 'yt-dlp_musllinux_aarch64',
  'darwin x64': 'yt-dlp_macos',
  'darwin arm64': 'yt-dlp_macos',
};

/** Returns the name of the release's file for a machine; null if there is none that Savelet can run safely. */
export const releaseFileFor = ({ platform, arch, isMusl }: Machine): string | null => {
  const key = `${platform} ${arch}${platform === 'linux' && isMusl ? ' musl' : ''}`;
  return Object.hasOwn(FILES, key) ? (FILES[key] ?? null) : null;
};

/** Returns whether the C library of this process is not the GNU one, which Node states in its report. */
const usesMusl = (): boolean => {
  // The report would otherwise look up the names of all open connections. The type does not know this option yet.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  const header: unknown =
    typeof report === 'object' && report !== null && 'header' in report ? report.header : null;
  return typeof header === 'object' && header !== null && !('glibcVersionRuntime' in header);
};

/** Returns the machine that this process runs on. */
export const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  isMusl: process.platform === 'linux' && usesMusl(),
});
