import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Debian installs PostgreSQL here, one folder per version, and not on PATH. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * Stops the server when its standard input ends, which happens however the parent process ends. SIGQUIT stops it at
 * once; a server that is still starting ignores SIGQUIT and is stopped by the following SIGTERM.
 */
const SCRIPT = `
"$1/initdb" --pgdata="$2/data" --username=savelet --auth=trust --encoding=UTF8 --no-sync --no-instructions >"$2/log" 2>&1 || { cat "$2/log" >&2; exit 1; }
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off >>"$2/log" 2>&1 &
cat >/dev/null
kill -TERM $!
kill -QUIT $!
wait
`;

export interface PostgresServer {
  /** URL of a database from which others can be created. The server may still be starting. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns the folder with the newest installed PostgreSQL server's programs; null when none is installed. */
const findPrograms = (): string | null => {
  const versions = [...safeList(DEBIAN)].sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...versions.map((version) => path.join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => hasFile(folder, 'initdb') && hasFile(folder, 'postgres')) ?? null;
};

const safeList = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const hasFile = (folder: string, name: string): boolean => {
  try {
    accessSync(path.join(folder, name));
    return true;
  } catch {
    return false;
  }
};

const idOf = (flag: '-u' | '-g', user: string): number =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

/**
 * Returns the ids of an unprivileged user when this process runs as root, because PostgreSQL refuses to run as root.
 */
const unprivileged = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null;
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) };
    } catch {
      // Try the next user.
    }
  }
  throw new Error('there is no user that PostgreSQL could run as');
};

/**
 * Begins to start a server with an empty data folder, on its own socket. Returns null when PostgreSQL is not installed.
 */
export const startPostgres = (): PostgresServer | null => {
  const programs = findPrograms();
  if (programs === null) return null;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-pg-'));
  const user = unprivileged();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const child = spawn('sh', ['-c', SCRIPT, 'sh', programs, folder], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
    // Ctrl-C must reach the tests first, so that they can close what they have open.
    detached: true,
  });
  const ended = once(child, 'exit');
  return {
    url: `postgres://savelet@${encodeURIComponent(folder)}/postgres`,
    async stop() {
      child.stdin?.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
