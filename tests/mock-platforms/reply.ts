import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** One request and what is needed to answer it. */
export interface Exchange {
  /** Lower case, without the port. */
  readonly host: string;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
}

type Headers = Record<string, string | string[]>;

/** Sends a text, compressed when the client accepts gzip, as the platforms do. */
export const sendText = (
  { request, response }: Exchange,
  status: number,
  type: string,
  text: string,
  headers: Headers = {},
): void => {
  const gzip = text.length > 512 && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = gzip ? gzipSync(text, { level: 1 }) : Buffer.from(text);
  response.writeHead(status, {
    'content-type': type,
    'content-length': String(bytes.length),
    vary: 'Accept-Encoding',
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
};

export const sendHtml = (exchange: Exchange, html: string, headers: Headers = {}, status = 200): void =>
  sendText(exchange, status, 'text/html; charset="utf-8"', html, headers);

export const sendJson = (exchange: Exchange, status: number, value: unknown, headers: Headers = {}): void =>
  sendText(exchange, status, 'application/json; charset=utf-8', JSON.stringify(value), headers);

export const redirect = ({ response }: Exchange, to: string, status = 302): void => {
  response.writeHead(status, { location: to, 'content-length': '0' });
  response.end();
};

/** Runs `work` after a delay, unless the client has disconnected by then. */
export const later = (response: ServerResponse, delayMs: number, work: () => void): void => {
  const timer = setTimeout(work, delayMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
};

/** Resets the connection. Over TLS there is no reset to send, so the connection just ends. */
export const resetConnection = ({ request, response }: Exchange): void => {
  try {
    request.socket.resetAndDestroy();
  } catch {
    response.destroy();
  }
};

/** Serializes a value for a script block. `<` is escaped because a caption may contain a closing tag. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003C');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
