import { ytDlpVersionSchema } from '#shared/contract/yt-dlp-updates.ts';

/** Returns the version at the end of an address like …/releases/tag/2026.08.19; null if there is none. */
export const versionInTagAddress = (address: string | undefined): string | null => {
  const version = /\/tag\/([\d.]+)$/.exec(address ?? '')?.[1];
  return ytDlpVersionSchema.safeParse(version).data ?? null;
};

/** Compares two versions by their numbers: positive if the first is newer, 0 if they are equal. */
export const compareVersions = (one: string, other: string): number => {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 4; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
