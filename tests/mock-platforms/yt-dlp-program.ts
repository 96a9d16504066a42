import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** What the fake program does when it is called for one post. */
export interface FakeBehaviour {
  /** Its standard output; any value but a string is written as JSON. */
  readonly output?: unknown;
  readonly stderr?: string;
  readonly code?: number;
  /** Shell commands it runs before it prints anything. `$folder` is the program's folder, `$@` its arguments. */
  readonly script?: string;
}

/** A fake yt-dlp executable in a temporary folder of its own. */
export interface FakeYtDlp {
  readonly program: string;
  /** Text of the program for a file elsewhere: it behaves like this one, and is recorded here. */
  readonly text: string;
  /** Value of PATH to run it with. */
  readonly searchPath: string;
  /** Sets the behaviour for a post id; 'version' and 'list-impersonate-targets' stand for those options. */
  setBehaviour(id: string, behaviour: FakeBehaviour): void;
  /** Returns the arguments of the last call for an id. */
  argumentsOf(id: string): readonly string[];
  /** Returns the proxy in the environment of the last call for an id; empty when there was none. */
  proxyOf(id: string): string;
  /** Returns what a `script` has written to a file in the folder; empty when the file does not exist. */
  written(file: string): string;
  /** Creates a file that a script is waiting for (see `waitForRelease`). */
  release(file: string): void;
  /** 'begin ID' and 'end ID' entries in order of time, without version checks. */
  log(): readonly string[];
  remove(): void;
}

/** Returns a shell command that waits until the test calls `release` with the same name. */
export const waitForRelease = (file: string): string =>
  `while [ ! -e "$folder/${file}" ]; do sleep 0.02; done`;

/** Returns true while a process runs; a zombie counts as ended. */
export const isRunning = (pid: number): boolean => {
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

/** Creates the fake. Until a test sets otherwise, it reports version 2026.08.19 and supports impersonation. */
export const createFakeYtDlp = async (): Promise<FakeYtDlp> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-yt-dlp-'));
  const program = path.join(folder, 'yt-dlp');
  await copyFile(path.join(import.meta.dirname, 'yt-dlp-program.sh'), program);
  await chmod(program, 0o755);
  const at = (file: string) => path.join(folder, file);
  const written = (file: string) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '');
  const setBehaviour = (id: string, { output, stderr, code, script }: FakeBehaviour) => {
    const text = typeof output === 'string' || output === undefined ? output : JSON.stringify(output);
    const files = { out: text, err: stderr, code: code?.toString(), sh: script };
    for (const [ending, content] of Object.entries(files))
      if (content === undefined) rmSync(at(`${id}.${ending}`), { force: true });
      else writeFileSync(at(`${id}.${ending}`), content);
  };
  setBehaviour('version', { output: '2026.08.19\n' });
  setBehaviour('list-impersonate-targets', { output: TARGETS });
  return {
    program,
    text: readFileSync(program, 'utf8').replace(/^folder=.*$/mu, `folder='${folder}'`),
    searchPath: process.env['PATH'] ?? '',
    setBehaviour,
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
