import path from 'node:path';
import { createTicketSealer } from '../src/server/media/tickets/ticket-sealer.ts';

/** Host of the measured clips. The certificate of the mock platforms names it. */
export const CDN_HOST = 'scontent.cdninstagram.com';
/** Master secret of the measured server. */
export const MEASURED_SECRET = 'a secret that only this measurement uses';

const certificate = (name: string): string =>
  path.resolve(import.meta.dirname, '../tests/mock-platforms/certificates', name);
/** Paths of the certificate for CDN_HOST, of its key, and of the authority that signed it. */
export const CERTIFICATES = {
  key: certificate('site-key.pem'),
  cert: certificate('site.pem'),
  authority: certificate('authority.pem'),
};

/**
 * Returns the path at which the server sends the clip at a path of CDN_HOST. The ticket has the same fields as one of a preview, so that
 * the server may free the upstream connection of a client that does not read.
 */
export const clipPath = (filePath: string, size: number): string =>
  `/api/media/${createTicketSealer({ secret: MEASURED_SECRET }).seal({
    purpose: 'media',
    source: { kind: 'upstream', url: `https://${CDN_HOST}${filePath}`, headers: {} },
    mediaKind: 'video',
    mime: 'video/mp4',
    size,
    filename: 'clip.mp4',
    post: 'https://www.instagram.com/p/measure/',
    place: { itemIndex: 0, itemCount: 1, label: '720p', extension: 'mp4', hasSound: true },
  })}`;
