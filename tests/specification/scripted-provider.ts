import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type Post, postSchema } from '../../src/shared/contract/preview.ts';
import { type Problem, problemSchema } from '../../src/shared/contract/problem.ts';
import { type InProcessProduct, startInProcessProduct } from '../e2e/in-process-product.ts';
import { createUnlimitedEngineRegistry } from '../lenient-engine-limits.ts';
import { sampleBody } from '../mock-platforms/media-body.ts';

const KEY = 'a-key-of-the-owner';
/** The host of the provider's files. */
export const FILES = 'https://files.example';

interface ProviderRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface ProviderAnswer {
  readonly status?: number;
  readonly body: object;
}

/** The product with a provider as its only engine, whose answers a test writes. */
export interface ProvidedProduct extends InProcessProduct {
  /** Host of the provider, with its port. It serves its files under another name. */
  readonly providerHost: string;
  readonly providerKey: string;
  /** The calls the provider received, oldest first. */
  readonly calls: readonly ProviderRequest[];
  /** The next link of a post that the server has not read yet, which the provider will answer like this. */
  linkTo(answer: ProviderAnswer | object): string;
  /** Calls `POST /api/preview` for a post that the provider answers like this. */
  preview(answer: ProviderAnswer | object): Promise<{ readonly status: number; readonly body: unknown }>;
  post(answer: ProviderAnswer | object): Promise<Post>;
  problem(answer: ProviderAnswer | object): Promise<Problem>;
}

const isAnswer = (answer: object): answer is ProviderAnswer => 'body' in answer;

const POST_ID = /Spec\d+/u;

const readText = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

const CLIP = sampleBody('clip-480p.mp4', 'video/mp4');
const SOUND = sampleBody('clip.mp3', 'audio/mpeg');

const DRIP_BYTES = 20_000;
const DRIP_MS = 100;
/** Long enough for a page on a busy machine to show the percentage without the last byte. */
const LAST_BYTE_MS = 1_000;

/**
 * Sends the clip, or the sound for a path that ends with .mp3. The whole file comes slowly where the path says `slow`, with the last
 * byte alone, and not at all where it says `reset`; the server's look at its first bytes succeeds.
 */
const sendFile = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = request.url ?? '';
  const { mime, bytes } = path.endsWith('.mp3') ? SOUND : CLIP;
  const file = bytes();
  const range = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? '');
  const isWhole = (range?.[2] ?? '') === '';
  if (isWhole && path.includes('reset')) return void request.socket.resetAndDestroy();
  const start = Number(range?.[1] ?? 0);
  const end = isWhole ? file.length - 1 : Math.min(Number(range?.[2]), file.length - 1);
  response.writeHead(range === null ? 200 : 206, {
    'content-type': mime,
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(range !== null && { 'content-range': `bytes ${start}-${end}/${file.length}` }),
  });
  const part = file.subarray(start, end + 1);
  if (!isWhole || !path.includes('slow')) return void response.end(part);
  const last = part.length - 1;
  for (let sent = 0; sent < last && !response.destroyed; sent += DRIP_BYTES) {
    response.write(part.subarray(sent, Math.min(sent + DRIP_BYTES, last)));
    await setTimeout(DRIP_MS);
  }
  await setTimeout(LAST_BYTE_MS);
  response.end(part.subarray(last));
};

/** Starts the product with a scripted provider and further variables. Its files are one clip and one sound. */
export const startProvidedProduct = async (
  more: Readonly<Record<string, string>> = {},
): Promise<ProvidedProduct> => {
  const calls: ProviderRequest[] = [];
  const answers = new Map<string, ProviderAnswer>();
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void sendFile(request, response);
    void readText(request).then((body) => {
      calls.push({ path: request.url ?? '', headers: request.headers, body });
      const id = POST_ID.exec(new URLSearchParams(body).get('url') ?? '')?.[0] ?? '';
      const { status = 200, body: json } = answers.get(id) ?? { status: 404, body: {} };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const product = await startInProcessProduct(
    (mockPlatforms) => ({
      ENGINES: 'provider',
      PROVIDER_HOST: `http://${host}`,
      PROVIDER_API_KEY: KEY,
      MEDIA_HOSTS: new URL(FILES).host,
      UPSTREAM_ROUTES: `${mockPlatforms.routes},${new URL(FILES).host}=http://${host}`,
      ...more,
    }),
    { engineHealth: createUnlimitedEngineRegistry() },
  );
  let last = 0;
  const linkTo: ProvidedProduct['linkTo'] = (answer) => {
    last += 1;
    const id = `Spec${String(last)}`;
    answers.set(id, isAnswer(answer) ? answer : { body: answer });
    return `https://www.instagram.com/reel/${id}/`;
  };
  const preview: ProvidedProduct['preview'] = async (answer) => {
    const response = await fetch(`${product.origin}/api/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: linkTo(answer) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    ...product,
    providerHost: host,
    providerKey: KEY,
    calls,
    linkTo,
    preview,
    post: async (answer) => postSchema.parse((await preview(answer)).body),
    problem: async (answer) => problemSchema.parse((await preview(answer)).body),
    async stop() {
      await product.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A video of a provider's answer. */
export const video = (name: string, more: object = {}) => ({
  url: `${FILES}/${name}.mp4`,
  quality: 'hd',
  extension: 'mp4',
  size: 1_000,
  videoAvailable: true,
  audioAvailable: true,
  ...more,
});
