import process from 'node:process';

/** Files of a release by machine. All are single programs that need nothing else; the one that needs Python is not used. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['linux x64', 'yt-dlp_linux'],
  ['linux arm64', 'yt-dlp_linux_aarch64'],
  ['linux x64 musl', 'yt-dlp_musllinux'],
  ['linux arm64 musl', 'yt-dlp_musllinux_aarch64'],
  ['darwin x64', 'yt-dlp_macos'],
  ['darwin arm64', 'yt-dlp_macos'],
]);

/** Returns the name of the release's file for a machine; null if there is none that Savelet can run safely. */
export const releaseFileFor = (machine: string): string | null => FILES.get(machine) ?? null;

/** Returns whether the C library of this process is not the GNU one, which Node states in its report. */
const usesMusl = (): boolean => {
  // The report would otherwise look up the names of all open connections. The type does not know this option yet.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { readonly header?: object };
  return header !== undefined && !('glibcVersionRuntime' in header);
};

/** Returns the machine that this process runs on, in Node's names, with `musl` for a Linux without the GNU C library. */
export const thisMachine = (): string => {
  const { platform, arch } = process;
  return `${platform} ${arch}${platform === 'linux' && usesMusl() ? ' musl' : ''}`;
};
