import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { startProcess } from './running-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const RELEASE_MS = 300_000;

describe.runIf(process.platform === 'linux')('the release tree', () => {
  /** A copy elsewhere: nothing of the clone is beside or above it. */
  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'savelet-release-'));
  const tree = path.join(elsewhere, 'tree');
  const run = (program: string, ...args: string[]) =>
    spawnSync(path.join(tree, program), args, { cwd: '/', encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });

  beforeAll(async () => {
    // The runner must hear from its worker all the while.
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'release', '--tree'], {
      cwd: ROOT,
    });
    const name = /wrote (dist\/release\/\S+) after/.exec(stdout)?.[1] ?? '';
    cpSync(path.join(ROOT, name), tree, { recursive: true, verbatimSymlinks: true });
    rmSync(path.join(ROOT, name), { recursive: true });
    for (const file of readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
      const { mode } = statSync(path.join(tree, file));
      chmodSync(path.join(tree, file), mode & 0o555);
    }
  }, RELEASE_MS);
  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

  it('has the checksums that it states, and no other file', () => {
    const stated = readFileSync(path.join(tree, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect(
      execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: tree, encoding: 'utf8' }),
    ).toBe('');
    const files = execFileSync('find', ['.', '-type', 'f'], { cwd: tree, encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    expect(stated.map((line) => line.split('  ')[1]).toSorted()).toEqual(
      files
        .map((file) => file.slice(2))
        .filter((file) => file !== 'SHA256SUMS')
        .toSorted(),
    );
  });

  it('weighs at most 200 MB, and holds the package of pictures for this system alone', () => {
    const bytes = execFileSync('du', ['-sb', tree], { encoding: 'utf8' });
    expect(Number.parseInt(bytes, 10)).toBeLessThan(200_000_000);
    const named = readdirSync(path.join(tree, 'node_modules/@img')).filter((name) =>
      name.startsWith('sharp-'),
    );
    expect(named).toEqual([`sharp-libvips-linux-${process.arch}`, `sharp-linux-${process.arch}`]);
  });

  it('lists every bundled package with its licence, and Node', () => {
    const bill = JSON.parse(readFileSync(path.join(tree, 'sbom.cdx.json'), 'utf8')) as {
      components: readonly { name: string; version: string }[];
    };
    const versions = new Map(bill.components.map(({ name, version }) => [name, version]));
    const licences = readFileSync(path.join(tree, 'THIRD-PARTY-LICENSES'), 'utf8');
    for (const [name, version] of Object.entries(packageJson.dependencies)) {
      expect(versions.get(name), name).toBe(version);
      expect(licences).toContain(`\n${name} ${version} (`);
    }
    for (const name of ['mediabunny', 'wasm-media-encoders', 'LAME'])
      expect(licences).toContain(`\n${name} `);
    expect(versions.get('react')).toBe(packageJson.devDependencies.react);
    expect(`v${versions.get('node')}`).toBe(
      execFileSync(path.join(tree, 'runtime/node'), ['-v'], { encoding: 'utf8' }).trim(),
    );
  });

  it.each(Object.keys(packageJson.bin))('has the program %s, which states the version', (program) => {
    expect(run(program, '--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Savelet \d+\.\d+\.\d+ /),
      stderr: '',
    });
  });

  it('serves the page and a drawn picture from a folder that cannot be written', async () => {
    const server = await startProcess(
      [],
      { PATH: '/usr/bin:/bin' },
      { program: path.join(tree, 'savelet'), cwd: '/' },
    );
    onTestFinished(() => server.remove());
    const origin = await server.origin();
    expect((await fetch(origin)).status).toBe(200);
    expect((await fetch(`${origin}/og.png`)).headers.get('content-type')).toBe('image/png');
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  });
});
