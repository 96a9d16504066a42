import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../scripts/run/server-flags.mjs';
import { CONFIG_VARIABLES } from '../../src/server/base/config/read-config.ts';
import { SECRET_FILE_VARIABLES } from '../../src/server/base/config/secret-files.ts';
import { ROOT, readFiles } from './source-files.ts';

const FILES = [
  'compose.yaml',
  'compose.postgres.yaml',
  '.env.example',
  'deploy/Dockerfile',
  'deploy/proxies/Caddyfile',
  'deploy/proxies/cloudflared.yml',
  'deploy/proxies/nginx.conf',
  'deploy/proxies/traefik.yml',
  'deploy/start.sh',
  'deploy/systemd/savelet@.service',
  'docs/operating.md',
];
/** What these files set for the image, the other containers and Node. */
const OTHERS = [
  'BASE DEBIAN_FRONTEND PATH REVISION VERSION YTDLP_VERSION',
  'POSTGRES_DB POSTGRES_PASSWORD POSTGRES_USER SAVELET_ADDRESS SAVELET_HOST SAVELET_USER SITE_HOST SITE_PATH',
  ...['NODE_ENV', ...Object.keys(SERVER_ENVIRONMENT)],
];
const KNOWN = new Set([
  ...CONFIG_VARIABLES,
  ...SECRET_FILE_VARIABLES,
  ...OTHERS.flatMap((names) => names.split(' ')),
]);

/** Returns the variables that a text sets (`NAME=`, `NAME: `) or uses (`$NAME`, `${NAME`). */
const variablesIn = (text: string): string[] =>
  [...text.matchAll(/(?:(?<![\w-])([A-Z][A-Z0-9]*_?[A-Z0-9_]*)(?==|: )|\$\{?([A-Z][A-Z0-9_]+))/g)].map(
    ([, set, used]) => set ?? used ?? '',
  );

describe('the files of the deployment', () => {
  it.each(readFiles(FILES, /./))('name only variables that exist: $path', ({ text }) => {
    expect(variablesIn(text).filter((name) => !KNOWN.has(name))).toEqual([]);
  });

  it('are all there, and their variables are found', () => {
    expect(FILES.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    expect(variablesIn('#PUBLIC_URL=x\n  PORT: 3000\n$SECRET "$HOST" [A-Z]=')).toEqual([
      'PUBLIC_URL',
      'PORT',
      'SECRET',
      'HOST',
    ]);
  });

  it.each(readFiles(['deploy/start.sh', 'deploy/systemd/savelet@.service'], /./))(
    'start Node as `npm start` does: $path',
    ({ text }) => {
      expect(text).toContain(` ${SERVER_FLAGS.join(' ')} `);
      for (const [name, value] of Object.entries(SERVER_ENVIRONMENT))
        expect(text).toContain(`${name}=${value}`);
    },
  );
});

describe.runIf(process.platform === 'linux')('the start script of a release', () => {
  /** Runs the script under a name, in a tree whose Node is a shell script. */
  const runAs = (program: string, node: string) => {
    const tree = mkdtempSync(path.join(os.tmpdir(), 'savelet-tree-'));
    onTestFinished(() => rmSync(tree, { recursive: true }));
    mkdirSync(path.join(tree, 'runtime'));
    cpSync(path.join(ROOT, 'deploy/start.sh'), path.join(tree, 'savelet'));
    if (program !== 'savelet') symlinkSync('savelet', path.join(tree, program));
    writeFileSync(path.join(tree, 'runtime/node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
    // Through a link elsewhere, as in a folder of the PATH.
    symlinkSync(path.join(tree, program), path.join(tree, `linked-${program}`));
    const said = execFileSync(
      '/bin/sh',
      ['-c', `"$1" a 'b c' 2>&1 || echo "ended with $?"`, 'sh', path.join(tree, program)],
      { cwd: '/', encoding: 'utf8' },
    );
    return said.replaceAll(tree, 'TREE');
  };

  it.each(Object.entries(packageJson.bin))('starts %s with its arguments', (program, file) => {
    const said = runAs(program, 'for each; do echo "$each"; done');
    expect(said.split('\n').slice(-4)).toEqual([
      `TREE/dist/program/${path.basename(file, '.ts')}.js`,
      'a',
      'b c',
      '',
    ]);
  });

  it('says what is wrong when Node does not run', () => {
    expect(runAs('savelet', 'echo "no such instruction" >&2; exit 127')).toMatch(
      /^Savelet could not start: its Node does not run on this machine\.\n.*glibc.*no such instruction\nended with 1\n$/,
    );
  });
});
