import type { UpstreamFile } from '../../engine.ts';
import { mediaUrl } from '../../media-url.ts';
import { DESKTOP_USER_AGENT } from '../browser-headers.ts';
import { plainAddress } from '../plain-address.ts';

/** Some edges answer 400 to a request that carries no fetch metadata. A browser sends its own. */
const HEADERS = { 'user-agent': DESKTOP_USER_AGENT, 'sec-fetch-site': 'same-origin' } as const;

/** Gives a file on Instagram's delivery network, null when the address is no usable one. */
export function cdnFile(address: unknown): UpstreamFile | null {
  const url = mediaUrl(plainAddress(address));
  return url === null ? null : { kind: 'upstream', url: url.href, headers: HEADERS };
}
