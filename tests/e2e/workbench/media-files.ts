import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

/** How the next answers for a file misbehave. */
export interface Misbehaviour {
  /** Answers with this status. */
  readonly status?: number;
  /** Breaks this many connections, each after `bytes`, or without an answer if there are none. */
  readonly breaks?: number;
  readonly bytes?: number;
}

/** Sends a file from the requested byte on. `breakAfter` is the number of bytes after which the connection breaks; null for none. */
async function sendFile(
  file: string,
  { headers: { range } }: IncomingMessage,
  response: ServerResponse,
  breakAfter: number | null,
): Promise<void> {
  if (breakAfter === 0) {
    response.destroy();
    return;
  }
  const { size } = await stat(file);
  const start = Number(/^bytes=(\d+)-/u.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': file.endsWith('.jpg') ? 'image/jpeg' : 'application/octet-stream',
    'content-length': size - start,
    etag: `"${path.basename(file)}"`,
    ...(range !== undefined && { 'content-range': `bytes ${start}-${size - 1}/${size}` }),
  });
  if (breakAfter === null) createReadStream(file, { start }).pipe(response);
  else
    createReadStream(file, { start, end: start + breakAfter - 1 })
      .on('end', () => response.destroy())
      .pipe(response, { end: false });
}

/** Serves the files of a folder with byte ranges under `/test-files/`, and stores what a page posts there. */
export function createMediaFiles(folder: string) {
  const misbehaving = new Map<string, Misbehaviour>();

  async function answer(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = path.join(folder, path.basename(name));
    if (request.method === 'POST') {
      await writeFile(file, await buffer(request));
      response.writeHead(204).end();
      return;
    }
    const { status, breaks = 0, bytes = 0 } = misbehaving.get(name) ?? {};
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    if (breaks > 0) misbehaving.set(name, { breaks: breaks - 1, bytes });
    await sendFile(file, request, response, breaks > 0 ? bytes : null);
  }

  return {
    /** Makes the answers for a file misbehave until the next call. */
    misbehave: (name: string, how: Misbehaviour = {}) => void misbehaving.set(name, how),
    /** Answers a request below `/test-files/`; returns false for any other. */
    take(request: IncomingMessage, response: ServerResponse): boolean {
      const name = /^\/test-files\/([\w.-]+)$/u.exec(request.url ?? '')?.[1];
      if (name === undefined) return false;
      answer(name, request, response).catch((error: unknown) => response.destroy(error as Error));
      return true;
    },
  };
}
