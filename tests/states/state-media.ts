import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

const PREFIX = '/api/media/states/';
const SAMPLES = path.resolve(import.meta.dirname, '../../src/server/engines/sample/media');
const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
};
/** Names of files that arrive complete but cannot be shown by a browser. */
const BROKEN = /^broken\.\w+$/;
const FILE = /^[\w-]+\.(?:jpg|mp4|mp3)$/;

/**
 * Serves the media of the stories' posts from the built-in samples. Resolves to false for any other path. For the
 * development server and the tests only.
 */
export async function answerStateMedia(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const address = request.url?.split('?')[0] ?? '';
  if (!address.startsWith(PREFIX)) return false;
  const name = address.slice(PREFIX.length);
  const headers = {
    'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
    'cross-origin-resource-policy': 'same-origin',
  };
  if (BROKEN.test(name)) {
    response.writeHead(200, headers).end('neither a picture nor a clip');
    return true;
  }
  const file = path.join(SAMPLES, name);
  const size = FILE.test(name)
    ? await stat(file).then(
        (found) => found.size,
        () => null,
      )
    : null;
  if (size === null) {
    response.writeHead(404).end();
    return true;
  }
  response.writeHead(200, { ...headers, 'content-length': size });
  createReadStream(file).pipe(response);
  return true;
}
