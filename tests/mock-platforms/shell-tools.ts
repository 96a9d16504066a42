import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder for PATH with the tools that fake programs call, but without the yt-dlp of the machine. */
export interface ShellTools {
  readonly folder: string;
  remove(): void;
}

/** Creates the folder. */
export const createShellTools = (): ShellTools => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-tools-'));
  for (const name of ['cat', 'sleep']) {
    const found = ['/bin', '/usr/bin']
      .map((place) => path.join(place, name))
      .find((file) => existsSync(file));
    if (found === undefined) throw new Error(`this machine has no ${name}`);
    symlinkSync(found, path.join(folder, name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
