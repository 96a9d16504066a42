import type { UpstreamFile } from '../../outbound/media-source.ts';
import { DESKTOP_USER_AGENT } from '../reading/browser-headers.ts';
import { positiveOf, readJson, textOf, valueAt } from '../reading/json-value.ts';
import { mediaUrl, plainAddress } from '../reading/media-url.ts';
import type { PictureHints, VideoHints } from '../server-platform.ts';

/**
 * Reads the short side and the duration of a video from the `efg` query parameter of its URL: base64url JSON with a tag such as
 * 'xpv_progressive.INSTAGRAM.CLIPS.C3.720.dash_baseline_1_v1'. Throws TypeError unless `address` is an absolute URL.
 */
export function readVideoHints(address: string): VideoHints {
  const efg = new URL(address).searchParams.get('efg') ?? '';
  const hints = readJson(Buffer.from(efg, 'base64url').toString('utf8'));
  const side = /\.(\d{3,4})\./.exec(textOf(valueAt(hints, 'vencode_tag')) ?? '')?.[1];
  return { shortSide: positiveOf(side), duration: positiveOf(valueAt(hints, 'duration_s')) };
}

/**
 * Reads the transformations of a picture from the `stp` query parameter of its URL, such as
 * 'c0.140.720.720a_dst-jpg_e35_s320x320_tt6'. A URL without `stp` denotes the original.
 */
export function readPictureHints({ searchParams }: URL): PictureHints {
  const stp = searchParams.get('stp') ?? '';
  const box = /(?:^|_)[sp](\d{2,5})x\d{2,5}(?:_|$)/.exec(stp)?.[1];
  return {
    cropped: /(?:^|_)c\d+\.\d+\.\d+\.\d+a?(?:_|$)/.test(stp),
    box: box === undefined ? null : Number(box),
  };
}

/** Request headers for files. Some edges respond with 400 to a request without fetch metadata, which browsers always send. */
const HEADERS = { 'user-agent': DESKTOP_USER_AGENT, 'sec-fetch-site': 'same-origin' } as const;

/** Creates a file on Instagram's delivery network from its URL; null if the URL is not usable. */
export function cdnFile(address: unknown): UpstreamFile | null {
  const url = mediaUrl(plainAddress(address));
  return url === null ? null : { kind: 'upstream', url: url.href, headers: HEADERS };
}
