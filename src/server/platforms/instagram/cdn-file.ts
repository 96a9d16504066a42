import type { UpstreamFile } from '../../outbound/media-source.ts';
import { DESKTOP_USER_AGENT } from '../reading/browser-headers.ts';
import { mediaUrl } from '../reading/media-url.ts';
import { plainAddress } from '../reading/plain-address.ts';

/** Request headers for files. Some edges respond with 400 to a request without fetch metadata, which browsers always send. */
const HEADERS = { 'user-agent': DESKTOP_USER_AGENT, 'sec-fetch-site': 'same-origin' } as const;

/** Creates a file on Instagram's delivery network from its URL; null if the URL is not usable. */
export function cdnFile(address: unknown): UpstreamFile | null {
  const url = mediaUrl(plainAddress(address));
  return url === null ? null : { kind: 'upstream', url: url.href, headers: HEADERS };
}
