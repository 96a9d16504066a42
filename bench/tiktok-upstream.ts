import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tiktokVideoPage } from './tiktok-page.ts';

/** Upstream of a measurement. */
export interface TiktokUpstream {
  /** Environment variable that sends a server's requests for TikTok to it. */
  readonly routes: { readonly UPSTREAM_ROUTES: string };
  readonly origin: string;
  /** Number of pages read so far. */
  pages(): number;
  close(): void;
}

/** Starts an upstream without delays: the page of a video for any id, and the first byte of its files. */
export const startTiktokUpstream = async (): Promise<TiktokUpstream> => {
  let pages = 0;
  const server = http.createServer((request, response) => {
    const id = /\/video\/(\d+)/.exec(request.url ?? '')?.[1];
    if (id !== undefined) {
      pages += 1;
      response.setHeader('content-type', 'text/html');
      response.end(tiktokVideoPage(id));
      return;
    }
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': 'bytes 0-0/1000000',
      'content-length': '1',
    });
    response.end(Buffer.of(0));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    routes: { UPSTREAM_ROUTES: `*.tiktok.com=${origin},*.tiktokcdn.com=${origin}` },
    origin,
    pages: () => pages,
    close: () => server.close(),
  };
};
