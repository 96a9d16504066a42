import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mp4Film } from '../tests/mp4-film.ts';
import { tiktokVideoPage } from './tiktok-page.ts';

/** File of a clip of 12 seconds. The list of its tracks is at the front, as in the platforms' files. */
const FILM = mp4Film({ tracks: ['vide', 'soun'], tableBytes: 6_000, mediaBytes: 1_000_000 });

/**
 * Starts a server that answers instead of TikTok in a measurement, without delay: with the page of a video for any id, and for every other path with the requested part of a
 * clip's file.
 */
export const startTiktokUpstream = async () => {
  let pages = 0;
  const server = http.createServer((request, response) => {
    const id = /\/video\/(\d+)/.exec(request.url ?? '')?.[1];
    if (id !== undefined) {
      pages += 1;
      response.setHeader('content-type', 'text/html');
      response.end(tiktokVideoPage(id));
      return;
    }
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = FILM.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': `bytes ${from}-${to}/${FILM.length}`,
      'content-length': part.length,
    });
    response.end(part);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Environment variable that sends the measured server's requests for TikTok to this upstream. */
    routes: { UPSTREAM_ROUTES: `*.tiktok.com=${origin},*.tiktokcdn.com=${origin}` },
    origin,
    /** Returns the number of video pages that were requested so far. */
    pages: () => pages,
    close: () => server.close(),
  };
};
