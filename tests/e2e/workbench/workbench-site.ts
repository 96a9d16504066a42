import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { startInProcessProduct } from '../in-process-product.ts';
import { createMediaFiles } from './media-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BASE = '/savelet';

/** Workbench as a page below a base path, served by the product, with its policies and with media files beside it. */
export async function startWorkbenchSite() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'savelet-workbench-'));
  const dist = path.join(folder, 'dist');
  await promisify(execFile)(
    process.execPath,
    ['tests/states/build-states.ts', path.join(dist, 'client'), 'tests/e2e/workbench/workbench-page.ts'],
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } },
  );
  for (const part of ['panel', 'server']) await symlink(path.join(ROOT, 'dist', part), path.join(dist, part));
  const files = createMediaFiles(folder);
  /** Text put before the worker's own script. */
  let beforeWorker = '';
  const port = await freePort();
  const product = await startInProcessProduct(
    () => ({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${String(port)}${BASE}/` }),
    {
      prepare: (app) => {
        app.addHook('onRequest', async ({ raw }, reply) => {
          if (files.take(raw, reply.raw)) reply.hijack();
        });
        app.addHook('onSend', async ({ url }, reply, payload) => {
          if (!url.includes('/assets/worker/')) return payload;
          reply.removeHeader('content-length').header('cache-control', 'no-store');
          const name = path.basename(url);
          return `{ ${beforeWorker} }\n${await readFile(path.join(dist, 'client/assets/worker', name), 'utf8')}`;
        });
      },
    },
    dist,
  );
  return {
    folder,
    files,
    /** Address of the page. */
    page: `http://127.0.0.1:${String(port)}${BASE}/`,
    /** Path of the worker's script below the page. */
    workerFile: async () =>
      `assets/worker/${String((await readdir(path.join(dist, 'client/assets/worker')))[0])}`,
    pathOf: (name: string) => path.join(folder, name),
    addressOf: (name: string) => `http://127.0.0.1:${String(port)}${BASE}/test-files/${name}`,
    /** Runs a script at the start of the workers that start from now on; an empty one ends that. */
    prepareWorkers: (script: string) => {
      beforeWorker = script;
    },
    async stop() {
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
