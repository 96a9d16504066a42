import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AFTER_LOAD,
  checkPageWeight,
  checkPanelWeight,
  PAGE_BUDGET,
  weighPage,
  weighPanel,
} from '../../bench/page-weight.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('the public page', () => {
  it('stays within its budget', async () => {
    const checkWeight = await weighPage(path.join(ROOT, 'dist/client'));
    expect(checkWeight.script).toBeGreaterThan(10_000);
    expect(checkWeight.style).toBeGreaterThan(1_000);
    expect(checkPageWeight(checkWeight)).toMatchObject({ withinBudget: true });
  });
});

describe("the panel's entry", () => {
  it('stays within its budget, in one file', async () => {
    const weight = await weighPanel(path.join(ROOT, 'dist/panel'));
    expect(weight.script).toBeGreaterThan(10_000);
    expect(checkPanelWeight(weight)).toMatchObject({ withinBudget: true });
  });
});

describe("the check of the page's weight", () => {
  let client: string;
  beforeEach(async () => {
    client = await mkdtemp(path.join(tmpdir(), 'savelet-weight-'));
    await mkdir(path.join(client, '.vite'));
  });
  afterEach(() => rm(client, { recursive: true }));

  /** Builds a page whose first script imports a second one of `bytes` incompressible bytes. */
  const build = async (bytes: number): Promise<void> => {
    const manifest = {
      'src/web/theme.ts': { file: 'theme.js' },
      'src/web/capture.ts': { file: 'capture.js' },
      'src/web/public.tsx': { file: 'public.js', css: ['public.css'], imports: ['_shared.js'] },
      '_shared.js': { file: 'shared.js', imports: ['src/web/public.tsx'] },
      ...Object.fromEntries(
        [...AFTER_LOAD, 'src/web/pages/public/first-styles.ts'].map((name) => [
          name,
          { name, file: 'theme.js' },
        ]),
      ),
    };
    await Promise.all([
      writeFile(path.join(client, '.vite/manifest.json'), JSON.stringify(manifest)),
      ...['theme.js', 'capture.js', 'public.js', 'public.css'].map((file) =>
        writeFile(path.join(client, file), 'a{}'),
      ),
      writeFile(path.join(client, 'shared.js'), randomBytes(bytes)),
    ]);
  };
  const check = () => run(process.execPath, ['scripts/check-page-weight.ts', client], { cwd: ROOT });

  it('prints the figures of a page within the budget', async () => {
    await build(1_000);
    expect((await check()).stdout).toMatch(/the public page loads \d{4} of 76800 bytes of script, gzip\n/u);
  });

  it('fails with the figure that is too high, also for bytes in an imported script', async () => {
    await build(PAGE_BUDGET.script);
    await expect(check()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/bytes of script, gzip, \d+ too many\n/u),
      stderr: expect.stringContaining('over its budget'),
    });
  });

  it.each(['script', 'style', 'requests'] as const)('has no tolerance for %s', (name) => {
    expect(checkPageWeight({ ...PAGE_BUDGET })).toMatchObject({ withinBudget: true });
    expect(checkPageWeight({ ...PAGE_BUDGET, [name]: PAGE_BUDGET[name] + 1 })).toMatchObject({
      withinBudget: false,
    });
  });
});
