import { type MediaBody, toOutboundError } from '../../src/server/outbound/outbound-client.ts';

/** Reads a media body to its end. Rejects with OutboundError when it breaks off. */
export const collectMedia = (body: MediaBody): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    body
      .on('data', (chunk) => {
        pieces.push(Buffer.from(chunk));
        body.release(chunk);
      })
      .on('end', () => resolve(Buffer.concat(pieces)))
      .on('error', (error) => reject(toOutboundError(error)))
      .on('close', () => reject(toOutboundError(body.errored)));
    body.resume();
  });
