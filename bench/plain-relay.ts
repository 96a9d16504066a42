/**
 * Program with which the tunnel is compared: it pipes the answer to undici's request into a node:http response, without any checks.
 * Arguments: port to listen on, origin of the upstream, Host header to send.
 */
import http from 'node:http';
import process from 'node:process';
import { pipeline } from 'node:stream';
import { Agent, request } from 'undici';

const [port, upstream, host] = process.argv.slice(2);
const dispatcher = new Agent({ connect: { servername: host ?? '' } });

http
  .createServer((incoming, outgoing) => {
    if (incoming.url === '/ready') {
      outgoing.end('ok');
      return;
    }
    request(`${upstream}${incoming.url}`, { dispatcher, headers: { host: host ?? '' } }).then(
      ({ statusCode, headers, body }) => {
        outgoing.writeHead(statusCode, {
          'content-type': String(headers['content-type']),
          'content-length': String(headers['content-length']),
        });
        pipeline(body, outgoing, () => {});
      },
      () => outgoing.destroy(),
    );
  })
  .listen(Number(port), '127.0.0.1');
