import type { RequestListener } from 'node:http';
import { mediaBytes } from './tunnel-front.ts';

export const FILE = mediaBytes(300_000);
export const SIZE = FILE.length;
export const DATE = 'Sat, 21 Nov 2026 02:00:00 GMT';

/** Handles requests as a faultless delivery network: with ranges and validators. */
export const goodNetwork: RequestListener = (request, response) => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  response.setHeader('content-type', 'video/mp4');
  response.setHeader('etag', '"v1"');
  response.setHeader('last-modified', DATE);
  response.setHeader('set-cookie', 'spy=1');
  response.setHeader('x-upstream', 'secret');
  response.setHeader('link', '<https://evil.test/>; rel=preload');
  const conditional = request.headers['if-range'];
  if (match === null || (conditional !== undefined && conditional !== '"v1"')) {
    response.setHeader('content-length', SIZE);
    response.end(FILE);
    return;
  }
  const start = match[1] === '' ? SIZE - Number(match[2]) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? SIZE - 1 : Math.min(Number(match[2]), SIZE - 1);
  if (start >= SIZE) {
    response.writeHead(416, { 'content-range': `bytes */${SIZE}` }).end();
    return;
  }
  response.writeHead(206, {
    'content-range': `bytes ${start}-${end}/${SIZE}`,
    'content-length': end - start + 1,
  });
  response.end(FILE.subarray(start, end + 1));
};

/** Creates a network that gives the same response to every request. */
export const only = (
  status: number,
  headers: Record<string, string>,
  body: string | Buffer = FILE,
): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
};
