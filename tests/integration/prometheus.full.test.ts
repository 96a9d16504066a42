import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postSchema } from '#shared/contract/preview.ts';
import { findProgram } from '../../src/server/base/config/find-program.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { mockPosts } from '../mock-platforms/posts.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');
const PROGRAM = findProgram('prometheus', process.env['PATH'] ?? '');
/** `.ci/run` installs the program, so that its absence fails there. */
const isSkipped = PROGRAM === null && process.env['CI'] === undefined;

const run = promisify(execFile);
const WAIT = { timeout: 40_000, interval: 200 };

describe.skipIf(isSkipped)('promtool', () => {
  it('accepts the configuration and the alerts, whose tests pass', async () => {
    const prometheus = path.join(DEPLOY, 'prometheus');
    const check = await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd: prometheus });
    expect(check.stdout).toMatch(/8 rules found/);
    const test = await run('promtool', ['test', 'rules', 'savelet.rules.test.yml'], { cwd: prometheus });
    expect(test.stdout).toContain('SUCCESS');
  });
});

const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** A dashboard's panel, as far as it is read here. */
interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

describe.skipIf(isSkipped)('a Prometheus server', () => {
  const folders: string[] = [];
  let mockPlatforms: MockPlatforms;
  let test: TestApp;
  let prometheus: ChildProcess;
  let api = '';

  const query = async (expression: string): Promise<readonly unknown[]> => {
    const answer = await fetch(`${api}/query?query=${encodeURIComponent(expression)}`);
    const body = (await answer.json()) as { status: string; error?: string; data?: { result: unknown[] } };
    expect(body.error).toBeUndefined();
    return body.data?.result ?? [];
  };

  beforeAll(async () => {
    mockPlatforms = await startMockPlatforms();
    test = await createTestApp({ ENGINES: 'native,sample', UPSTREAM_ROUTES: mockPlatforms.routes });
    const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-prometheus-'));
    folders.push(folder);
    const given = await readFile(path.join(DEPLOY, 'prometheus/prometheus.yml'), 'utf8');
    const config = given
      .replaceAll('15s', '1s')
      .replace('127.0.0.1:3000', new URL(origin).host)
      .replace('savelet.rules.yml', path.join(DEPLOY, 'prometheus/savelet.rules.yml'));
    await writeFile(path.join(folder, 'prometheus.yml'), config);
    const host = `127.0.0.1:${await freePort()}`;
    prometheus = spawn(
      PROGRAM ?? 'prometheus',
      [
        `--config.file=${path.join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${path.join(folder, 'data')}`,
        `--web.listen-address=${host}`,
      ],
      { stdio: 'ignore' },
    );
    api = `http://${host}/api/v1`;
    const untilFound = (expression: string) =>
      vi.waitUntil(async () => (await query(expression).catch(() => [])).length > 0, WAIT);
    await untilFound('count_over_time(up{job="savelet"}[1m]) > 1');
    const preview = async (url = '') => {
      const body = JSON.stringify({ url });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${origin}/api/preview`, { method: 'POST', headers, body })).json();
    };
    for (const { links } of mockPosts) {
      const post = postSchema.parse(await preview(links[0]));
      const file = post.qualities[0]?.url ?? post.items?.[0]?.qualities[0]?.url ?? '';
      await (await fetch(`${origin}${file}?download`)).arrayBuffer();
    }
    await preview('https://www.tiktok.com/@nobody.here/video/7400000000000009999');
    // A rate needs two values.
    await untilFound('count_over_time(savelet_previews_total{code="gone"}[1m]) > 1');
  });
  afterAll(async () => {
    prometheus?.kill('SIGKILL');
    await test?.app.close();
    await mockPlatforms?.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  it('has a result for every query of the dashboard', async () => {
    const { panels } = JSON.parse(await readFile(path.join(DEPLOY, 'grafana/savelet.json'), 'utf8')) as {
      panels: readonly Panel[];
    };
    expect(panels.length).toBeGreaterThan(15);
    const empty: string[] = [];
    for (const { title, targets } of panels)
      for (const { expr } of targets) {
        const expression = expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '30s');
        if ((await query(expression)).length === 0) empty.push(`${title}: ${expression}`);
      }
    expect(empty).toEqual([]);
  });

  it('fires no alert at a site that works', async () => {
    const answer = (await (await fetch(`${api}/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
    };
    const rules = answer.data.groups.flatMap((group) => group.rules);
    expect(rules).toHaveLength(8);
    expect(rules.filter(({ health, state }) => health !== 'ok' || state !== 'inactive')).toEqual([]);
  });
});
