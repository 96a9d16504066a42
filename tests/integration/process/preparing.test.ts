import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../bench/server-process.ts';
import { type RunningProcess, START_SCRIPT, startProcess } from './running-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COPIED = [
  'scripts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'runtime/package.json',
  'runtime/package-lock.json',
];
const NOBODY = 65_534;
/** Root may write everywhere, so a read-only folder needs another user. */
const reader = process.getuid?.() === 0 ? NOBODY : undefined;
const NO_NETWORK_MAX_MS = 30_000;

const folders: string[] = [];
const running: RunningProcess[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.remove();
  for (const folder of folders.splice(0)) {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Creates a checkout in a new folder. The linked entries are those that are already installed or built. */
const checkout = (linked: readonly string[]): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'savelet-checkout-'));
  folders.push(folder);
  mkdirSync(path.join(folder, 'runtime'));
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  for (const name of linked) symlinkSync(path.join(ROOT, name), path.join(folder, name));
  return folder;
};

const startIn = async (cwd: string, environment: Record<string, string>, uid?: number) => {
  const one = await startProcess(START_SCRIPT, environment, uid === undefined ? { cwd } : { cwd, uid });
  running.push(one);
  return one;
};

const startReadOnly = (folder: string): Promise<RunningProcess> => {
  chmodSync(folder, 0o555);
  const data = mkdtempSync(path.join(os.tmpdir(), 'savelet-data-'));
  folders.push(data);
  if (reader !== undefined) chownSync(data, reader, reader);
  return startIn(folder, { DATA_DIR: data }, reader);
};

describe('the start script', () => {
  it.runIf(process.platform !== 'win32')('starts from a built folder that is not writable', async () => {
    const folder = checkout(['node_modules', 'src', 'dist']);
    const before = readdirSync(folder);
    const one = await startReadOnly(folder);
    await one.origin();
    one.child.kill('SIGTERM');
    expect(await one.ended).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(before);
  });

  it.runIf(process.platform !== 'win32')(
    'explains what to do about a folder that is neither writable nor built',
    async () => {
      const one = await startReadOnly(checkout(['node_modules', 'src']));
      expect(await one.ended).toMatchObject({ code: 1 });
      expect(one.errors()).toMatch(/^\[savelet\] This folder cannot be written \(EACCES\)/);
      expect(one.errors()).toContain('npm run build');
    },
  );

  it.runIf(process.platform !== 'win32')(
    'names the library that the fetched Node lacks, and its package',
    async () => {
      const folder = checkout([]);
      const fault = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file';
      const npm = path.join(folder, 'npm-cli.js');
      // Installs a Node for every system, which fails as in a minimal Debian.
      writeFileSync(
        npm,
        `import fs from 'node:fs';
        for (const name of Object.keys(JSON.parse(fs.readFileSync('package.json')).optionalDependencies)) {
          fs.mkdirSync('node_modules/' + name + '/bin', { recursive: true });
          fs.writeFileSync('node_modules/' + name + '/bin/node', '#!/bin/sh\\necho "$0: ${fault}" >&2\\nexit 127\\n', { mode: 0o755 });
        }`,
      );
      const oldHost = path.join(folder, 'old-host.cjs');
      writeFileSync(
        oldHost,
        "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });",
      );
      const one = await startIn(folder, { NODE_OPTIONS: `--require ${oldHost}`, npm_execpath: npm });
      expect(await one.ended).toMatchObject({ code: 1 });
      expect(one.errors()).toContain(fault);
      expect(one.errors()).toContain('Install the package libatomic1, or Node 24 or newer');
    },
  );

  it('reports within half a minute that the package registry cannot be reached', async () => {
    const folder = checkout([]);
    const startedAt = performance.now();
    const one = await startIn(folder, {
      PATH: process.env['PATH'] ?? '',
      npm_execpath: process.env['npm_execpath'] ?? '',
      npm_config_registry: `http://127.0.0.1:${await freePort()}/`,
      npm_config_cache: path.join(folder, 'npm-cache'),
    });
    const ended = await one.ended;
    expect(ended).toMatchObject({ code: 1, signal: null });
    expect(ended.at - startedAt).toBeLessThan(NO_NETWORK_MAX_MS);
    expect(one.errors()).toContain('could not reach the package registry (ECONNREFUSED)');
    expect(one.output()).not.toContain('installed');
  }, 60_000);
});
