import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** What the program does when it is asked for one post. */
export interface Played {
  /** What it prints; anything but a text is written as JSON. */
  readonly output?: unknown;
  readonly complaints?: string;
  readonly code?: number;
  /** Lines of sh it runs before it says anything; `$folder` is where the program lies, `$@` what it was called with. */
  readonly does?: string;
}

/** A program that plays yt-dlp, in a folder of its own. */
export interface PlayedProgram {
  readonly program: string;
  /** The PATH to run it with. */
  readonly searchPath: string;
  /** Sets what it does for the post with an id; 'version' and 'list-impersonate-targets' are those options' names. */
  play(id: string, played: Played): void;
  /** The arguments of its last call for an id. */
  argumentsOf(id: string): readonly string[];
  /** The proxy its environment named at the last call for an id; empty while there was none. */
  proxyOf(id: string): string;
  /** What a `does` has written to a file in the folder; empty while there is none. */
  written(file: string): string;
  /** Lets everything go on that waits for a file of that name. */
  release(file: string): void;
  /** 'begin ID' and 'end ID', in the order things happened; looks at the program's version left out. */
  log(): readonly string[];
  remove(): void;
}

/** Waits in sh until the test has released a name. */
export const untilReleased = (file: string): string =>
  `while [ ! -e "$folder/${file}" ]; do sleep 0.02; done`;

/** True while a process runs; one that is dead and not yet buried does not. */
export const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
};

const TARGETS = `[info] Available impersonate targets
Client    OS   Source
--------------------------------------------
Chrome-146 Macos-26 curl_cffi
Firefox   -    curl_cffi>=0.10 (unavailable)
`;

/** Makes the program; it says version 2026.08.19 and can impersonate until told otherwise. */
export const makeYtDlp = async (): Promise<PlayedProgram> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-yt-dlp-'));
  const program = path.join(folder, 'yt-dlp');
  await copyFile(path.join(import.meta.dirname, 'yt-dlp-program.sh'), program);
  await chmod(program, 0o755);
  const at = (file: string) => path.join(folder, file);
  const written = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '');
  const play = (id: string, { output, complaints, code, does }: Played) => {
    const text = typeof output === 'string' || output === undefined ? output : JSON.stringify(output);
    const files = { out: text, err: complaints, code: code?.toString(), sh: does };
    for (const [ending, content] of Object.entries(files))
      if (content === undefined) rmSync(at(`${id}.${ending}`), { force: true });
      else writeFileSync(at(`${id}.${ending}`), content);
  };
  play('version', { output: '2026.08.19\n' });
  play('list-impersonate-targets', { output: TARGETS });
  return {
    program,
    searchPath: process.env['PATH'] ?? '',
    play,
    argumentsOf: (id) => written(`${id}.args`).split('\n').slice(0, -1),
    proxyOf: (id) => written(`${id}.proxy`),
    written,
    release: (file) => writeFileSync(at(file), ''),
    log: () =>
      written('log')
        .split('\n')
        .filter((line) => line !== '' && !/ (?:version|list-impersonate-targets)$/.test(line)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
