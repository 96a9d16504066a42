import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SERVER_FLAGS } from '../../../scripts/run/server-flags.mjs';
import { MAIN, START_SCRIPT, startProcess } from './running-process.ts';

describe.runIf(process.platform !== 'win32')('SIGUSR1, which makes Node open its inspector,', () => {
  it.each([
    ['the start script', START_SCRIPT],
    ['the program without flags', MAIN],
  ] as const)('opens nothing in %s, and ends nothing', async (_what, args) => {
    const one = await startProcess(args);
    onTestFinished(() => one.remove());
    const origin = await one.origin();
    one.signalGroup('SIGUSR1');
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    one.signalGroup('SIGTERM');
    expect(await one.ended).toMatchObject({ code: 0, signal: null });
    expect(one.errors()).toBe('');
  });

  it('is disabled by a flag, so that nothing opens before the program runs either', () => {
    expect(SERVER_FLAGS).toContain('--disable-sigusr1');
  });
});

const CHECK_CONFIG = ['src/server/check-config.ts'];

describe('check-config', () => {
  const check = async (environment: Record<string, string>) => {
    const one = await startProcess(CHECK_CONFIG, environment);
    onTestFinished(() => one.remove());
    await once(one.child, 'close');
    return { code: (await one.ended).code, output: one.output(), errors: one.errors() };
  };

  it('prints what would run, without a secret, and creates nothing', async () => {
    const data = path.join(os.tmpdir(), 'savelet-check-config-none');
    const { code, output, errors } = await check({
      DATA_DIR: data,
      PUBLIC_URL: 'https://save.example',
      SECRET: 'a-secret-of-this-test',
      DATABASE_URL: 'postgres://ann:hidden@db.example/site',
      ENGINES: 'provider,native',
      PREVIEWS_PER_MINUT: '5',
    });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/visitors use +https:\/\/save\.example\n/);
    expect(output).toMatch(/database +PostgreSQL db\.example:5432\/site\n/);
    expect(output).toMatch(/engines +native\n/);
    expect(output).toContain('Note: PREVIEWS_PER_MINUT is not read: did you mean PREVIEWS_PER_MINUTE?');
    expect(output).not.toMatch(/hidden|a-secret/);
    expect(existsSync(data)).toBe(false);
  });

  it('prints every mistake, and ends with 1', async () => {
    const { code, output, errors } = await check({ PORT: 'none', SIGNUP: 'perhaps' });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/PORT must be a number\n.*SIGNUP must be one of/);
  });
});

describe('--version', () => {
  const OWNER = ['src/server/owner.ts'];

  it.each([
    ['the start script', START_SCRIPT],
    ['the program', MAIN],
    ['the owner command', OWNER],
    ['the check of the settings', CHECK_CONFIG],
  ])('makes %s print version and commit and do nothing else', async (_what, args) => {
    const parent = mkdtempSync(path.join(os.tmpdir(), 'savelet-version-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const data = path.join(parent, 'data');
    // The invalid setting shows that not even the environment is read.
    const one = await startProcess([...args, '--version'], { DATA_DIR: data, PORT: 'none' });
    onTestFinished(() => one.remove());
    await Promise.all([one.ended, once(one.child, 'close')]);
    expect(one.errors()).toBe('');
    expect(one.output()).toMatch(/^Savelet \d+\.\d+\.\d+ \((?:commit [0-9a-f]{12}|commit unknown)\)\n$/);
    expect(await one.ended).toMatchObject({ code: 0 });
    expect(existsSync(data)).toBe(false);
  });
});
