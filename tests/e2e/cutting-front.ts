import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One proxied download request, with the part of its response that the browser may have received. */
export interface FrontTransfer {
  readonly ticket: string;
  /** The first requested byte. */
  readonly start: number;
  readonly ifRange: string | undefined;
  readonly status: number;
  /** Body bytes written to the connection. */
  sent: number;
  cut: boolean;
}

/** Where a connection breaks: after this many body bytes, and whether by a reset or a normal end. */
export interface Cut {
  readonly after: number;
  readonly how: 'reset' | 'end';
}

/** A reverse proxy in front of the product whose connections break where a test requires it. */
export interface CuttingFront {
  readonly origin: string;
  /** All download transfers, oldest first. */
  readonly transfers: readonly FrontTransfer[];
  /** Called for each download response; null leaves the response whole. */
  cutOf: (transfer: FrontTransfer) => Cut | null;
  /** Called like `cutOf`: after this many bytes nothing more is sent, and the connection stays open. */
  holdOf: (transfer: FrontTransfer) => number | null;
  /** Awaited before the last piece ahead of a cut is sent, so that the browser has received everything before it. */
  untilTaken: (transfer: FrontTransfer) => Promise<void>;
  /** Called before a request is forwarded; returns true when it has answered the request itself. */
  answerInstead: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Changes the headers of a request before it is forwarded. */
  rewrite: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  /** Returns the number of downloads that are running or held. */
  open(): number;
  /** Breaks every open connection. */
  breakAll(): void;
  close(): Promise<void>;
}

/** The largest piece in flight when a connection breaks. */
export const PIECE_BYTES = 64 * 1024;
const TICKET = /^\/api\/media\/([^/?]+)\?download/;
const startOf = (request: IncomingMessage): number =>
  Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);

const breakOff = (socket: Socket | null, how: Cut['how']): void => {
  if (how === 'reset') socket?.resetAndDestroy();
  else socket?.destroy();
};

/** Writes the beginning of a body and breaks the connection once the operating system has accepted it. */
async function giveUpTo(
  { after, how }: Cut,
  answer: IncomingMessage,
  response: ServerResponse,
  transfer: FrontTransfer,
  taken: () => Promise<void>,
): Promise<void> {
  const calm = Math.max(0, after - PIECE_BYTES);
  const give = (bytes: Buffer): Promise<unknown> => {
    transfer.sent += bytes.length;
    return new Promise((resolve) => response.write(bytes, resolve));
  };
  const { socket } = response;
  response.flushHeaders();
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const before = chunk.subarray(0, Math.max(0, calm - transfer.sent));
    if (before.length > 0) await give(before);
    if (transfer.sent < calm) continue;
    if (before.length > 0) await taken();
    const rest = chunk.subarray(before.length, before.length + after - transfer.sent);
    if (rest.length > 0) await give(rest);
    if (transfer.sent >= after) break;
  }
  transfer.cut = true;
  breakOff(socket, how);
}

/** Starts a proxy on a free loopback port in front of the product at `origin`. */
export const startCuttingFront = async (origin: string): Promise<CuttingFront> => {
  const transfers: FrontTransfer[] = [];
  const sockets = new Set<Socket>();
  let open = 0;
  const { hostname, port } = new URL(origin);

  const passFile = (answer: IncomingMessage, response: ServerResponse, transfer: FrontTransfer): void => {
    transfers.push(transfer);
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    const cut = front.cutOf(transfer);
    if (cut !== null) {
      giveUpTo(cut, answer, response, transfer, () => front.untilTaken(transfer)).catch(() =>
        response.destroy(),
      );
      return;
    }
    const hold = front.holdOf(transfer) ?? Infinity;
    answer.on('data', (chunk: Buffer) => {
      const piece = chunk.subarray(0, hold - transfer.sent);
      transfer.sent += piece.length;
      response.write(piece);
    });
    answer.on('end', () => transfer.sent < hold && response.end());
  };
  const pass = (request: IncomingMessage, answer: IncomingMessage, response: ServerResponse): void => {
    const status = answer.statusCode ?? 502;
    answer.on('error', () => response.destroy());
    response.writeHead(status, answer.rawHeaders);
    const ticket = request.method === 'GET' ? TICKET.exec(request.url ?? '')?.[1] : undefined;
    if (ticket === undefined) {
      answer.pipe(response);
      return;
    }
    const ifRange = request.headers['if-range'] as string | undefined;
    passFile(answer, response, { ticket, start: startOf(request), ifRange, status, sent: 0, cut: false });
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (front.answerInstead(request, response)) return;
    const { method, url: path } = request;
    const headers = front.rewrite(request.headers);
    const asked = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) =>
      pass(request, answer, response),
    );
    asked.on('error', () => response.destroy());
    response.once('close', () => asked.destroy());
    request.pipe(asked);
  };

  const server = createServer(serve);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front: CuttingFront = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transfers,
    cutOf: () => null,
    holdOf: () => null,
    rewrite: (headers) => headers,
    open: () => open,
    untilTaken: async () => undefined,
    answerInstead: () => false,
    breakAll() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      this.breakAll();
      await closed;
    },
  };
  return front;
};
