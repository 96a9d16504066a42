import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { RenderPage } from '#shared/contract/page.ts';
import { SERVICE_WORKER_PATH } from '#shared/sharing.ts';
import { baseHeaders, pagePolicy } from '../../src/server/http/security-headers.ts';
import { readBuiltAssets } from '../../src/server/site/pages/built-assets.ts';
import { CATALOGUE } from './catalogue.ts';
import { answerStateMedia } from './state-media.ts';
import { isStatesPath, statePage } from './state-page.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILT = path.join(ROOT, '.cache/states');
const RENDERER = path.join(ROOT, 'dist/server/render.js');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface StatesServer {
  /** Origin without a path, such as `http://127.0.0.1:50001`. */
  readonly origin: string;
  stop(): Promise<void>;
}

const buildStates = async (): Promise<void> => {
  await promisify(execFile)(process.execPath, ['tests/states/build-states.ts', BUILT], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  });
};

async function answerFile(address: string, response: http.ServerResponse): Promise<void> {
  const file = path.join(BUILT, path.normalize(address));
  const type = TYPES[path.extname(file)];
  if (!file.startsWith(`${BUILT}${path.sep}`) || type === undefined || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' })
    .end(await readFile(file));
}

/**
 * Builds the stories' script and serves the stories on a free loopback port with the headers and the policy of the product's page,
 * which must have been built before.
 */
export async function startStatesServer(): Promise<StatesServer> {
  await buildStates();
  const { render } = (await import(pathToFileURL(RENDERER).href)) as { render: RenderPage };
  const { page: assets } = await readBuiltAssets(BUILT);
  const config = { publicUrl: 'http://127.0.0.1', hstsCoversSubdomains: false };
  const headers = { ...baseHeaders(config), 'content-security-policy': pagePolicy(config, assets) };

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    if (await answerStateMedia(request, response)) return;
    // An empty service worker handles nothing, so every request stays the page's.
    if (url.pathname === SERVICE_WORKER_PATH) {
      response.writeHead(200, { ...headers, 'content-type': 'text/javascript' }).end();
      return;
    }
    const html = isStatesPath(url.pathname) ? statePage({ url, assets, render, stories: CATALOGUE }) : null;
    if (html === null) return answerFile(url.pathname, response);
    response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(html);
  };
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
