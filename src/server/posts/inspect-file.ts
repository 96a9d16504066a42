import type { FileKind } from '#shared/contract/content-type.ts';
import {
  addressesOf,
  digestOpening,
  isCobaltFile,
  OPENING_BYTES,
  type UpstreamFile,
} from '../outbound/media-source.ts';
import { readFileType, SNIFFED_BYTES, sniffMedia } from '../outbound/media-type.ts';
import type { OutboundClient, OutboundResponse } from '../outbound/outbound-client.ts';
import { hostPolicyFor, type MediaHosts } from '../platforms/server-platforms.ts';
import { createSoundReader, type SoundReader, type SoundReading } from './mp4-sound.ts';
import type { ResolvedCaptions } from './resolved-post.ts';

/**
 * Number of bytes of a clip that one read requests to find the list of tracks, and maximum number of further reads if the list is elsewhere
 * in the file. In clips of up to two minutes the first read contains the list.
 */
export const SOUND_PROBE_BYTES = 32 * 1024;
const SOUND_PROBES_MAX = 2;

/** Outbound client, host policy and abort signal for requesting the files of a post. `post` is the link of the post. */
export interface FileAccess {
  readonly outbound: OutboundClient;
  readonly hosts: MediaHosts;
  readonly signal: AbortSignal;
  readonly post: string;
}

/** First bytes of a file, and what they show about its sound. */
export interface FileStart {
  readonly bytes: Buffer;
  readonly sound: SoundReading;
}

interface FileInspection {
  /** Response whose body has been read as far as needed and destroyed. */
  readonly response: OutboundResponse;
  /** First bytes; null for a response that carries no file. */
  readonly opening: FileStart | null;
  /**
   * Reads the list of tracks of a clip of `size` bytes. Requests at most two further parts, and only if the delivery network serves parts
   * and the first bytes state where the list is. Never rejects.
   */
  readTracks(size: number): Promise<SoundReading>;
}

/**
 * Returns the number of bytes of the whole file; null when the response does not state it; 'unusable' when a partial response (206) does
 * not start at byte 0, or the response states no valid size.
 */
export const fileSizeOf = ({
  status,
  headers,
}: Pick<OutboundResponse, 'status' | 'headers'>): number | null | 'unusable' => {
  const [, text = ''] =
    status === 206
      ? (/^bytes 0-\d{1,16}\/(\d{1,16}|\*)$/.exec(headers['content-range'] ?? '') ?? [])
      : ['', headers['content-length'] ?? '*'];
  if (text === '*') return null;
  return /^\d{1,16}$/.test(text) ? Number(text) : 'unusable';
};

const UNKNOWN: SoundReading = { kind: 'unknown' };

const request = (
  { outbound, hosts, signal, post }: FileAccess,
  source: UpstreamFile,
  range: string | null,
): Promise<OutboundResponse> =>
  outbound.request({
    url: source.url,
    headers: range === null ? source.headers : { ...source.headers, range },
    hosts: hostPolicyFor(hosts, source),
    redirects: 3,
    signal,
    post,
  });

/**
 * Reads a body until `isEnough` returns true or the body ends. When the body breaks, returns the bytes so far if they suffice to detect the
 * type of the file; otherwise rejects.
 */
const collect = async (
  body: AsyncIterable<Buffer>,
  isEnough: (bytes: Buffer) => boolean,
): Promise<Buffer> => {
  let bytes: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of body) {
      bytes = Buffer.concat([bytes, piece]);
      if (isEnough(bytes)) break;
    }
  } catch (error) {
    if (bytes.length < SNIFFED_BYTES) throw error;
  }
  return bytes;
};

const readOpening = async (
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  reader: SoundReader | null,
): Promise<FileStart> => {
  const look = (bytes: Buffer): SoundReading => reader?.read(bytes, 0) ?? UNKNOWN;
  const bytes = await collect(body, (read) => {
    if (read.length < OPENING_BYTES) return false;
    const sound = look(read);
    return sound.kind !== 'more' || sound.fileOffset >= maxBytes || read.length >= maxBytes;
  });
  return { bytes, sound: look(bytes) };
};

/**
 * Returns at most SOUND_PROBE_BYTES bytes of a file of `size` bytes, from byte `start` on; null when the delivery network returns anything
 * else.
 */
const readPart = async (
  access: FileAccess,
  source: UpstreamFile,
  start: number,
  size: number,
): Promise<Buffer | null> => {
  const end = Math.min(start + SOUND_PROBE_BYTES, size);
  const { status, headers, body } = await request(access, source, `bytes=${start}-${end - 1}`);
  try {
    if (status !== 206 || headers['content-range'] !== `bytes ${start}-${end - 1}/${size}`) return null;
    return await collect(body, (bytes) => bytes.length >= end - start);
  } finally {
    body.destroy();
  }
};

const inspectParts = async (
  access: FileAccess,
  source: UpstreamFile,
  size: number,
  reader: SoundReader,
  firstReading: SoundReading,
): Promise<SoundReading> => {
  let reading = firstReading;
  for (
    let look = 0;
    look < SOUND_PROBES_MAX && reading.kind === 'more' && reading.fileOffset < size;
    look += 1
  ) {
    const { fileOffset } = reading;
    const bytes = await readPart(access, source, fileOffset, size).catch(() => null);
    reading = bytes === null ? UNKNOWN : reader.read(bytes, fileOffset);
  }
  return reading;
};

/**
 * Requests the first bytes of a file: enough to detect its type, to recognise the file later and, for a clip, to read the list of tracks
 * when it is at the front. Rejects with OutboundError, and with the signal's reason while too few bytes have arrived.
 */
export const inspectFile = async (
  access: FileAccess,
  source: UpstreamFile,
  kind: FileKind,
): Promise<FileInspection> => {
  const maxBytes = kind === 'video' ? SOUND_PROBE_BYTES : OPENING_BYTES;
  const reader = kind === 'video' ? createSoundReader() : null;
  // The tunnel of a cobalt server sends parts without a Content-Range. The response to a full request states the size; its body is then
  // discarded.
  const hasParts = !isCobaltFile(source);
  const response = await request(access, source, hasParts ? `bytes=0-${maxBytes - 1}` : null);
  try {
    const isFile = response.status === 200 || response.status === 206;
    const opening = isFile ? await readOpening(response.body, maxBytes, reader) : null;
    const sound = opening?.sound ?? UNKNOWN;
    return {
      response,
      opening,
      async readTracks(size) {
        if (sound.kind === 'known' || reader === null || response.status !== 206) return sound;
        return inspectParts(access, source, size, reader, sound);
      },
    };
  } finally {
    response.body.destroy();
  }
};

/**
 * Number of bytes of the shortest caption file with a cue: the signature, a blank line and a timing line. TikTok also lists translations
 * that contain nothing but the signature.
 */
const CUE_FILE_MIN_BYTES = 'WEBVTT\n\n00:00.000 --> 00:00.001\n'.length;

const isWebVtt = ({ response: { status, headers }, opening }: FileInspection): boolean =>
  opening !== null &&
  (headers['content-encoding']?.toLowerCase() ?? 'identity') === 'identity' &&
  readFileType('captions', headers['content-type']) !== null &&
  sniffMedia(opening.bytes, status === 206).kind === 'captions';

const proveAddress = async (
  access: FileAccess,
  captions: ResolvedCaptions,
  source: UpstreamFile,
): Promise<ResolvedCaptions | null> => {
  const inspection = await inspectFile(access, source, 'captions');
  const size = fileSizeOf(inspection.response);
  if (inspection.opening === null || !isWebVtt(inspection) || size === 'unusable') return null;
  if (size !== null && size < CUE_FILE_MIN_BYTES) return null;
  const opening = digestOpening(inspection.opening.bytes, size);
  return { ...captions, size, source: opening === null ? source : { ...source, opening } };
};

/**
 * Checks a caption file by the rules of a download: status, type, signature and size; a file without cues fails. Returns a list with the
 * file and its measured size. Returns an empty list if the file failed or could not be checked, because captions, unlike the video, are not
 * worth a download that may fail. Never rejects.
 */
export const proveCaptions = async (
  access: FileAccess,
  captions: ResolvedCaptions,
): Promise<readonly ResolvedCaptions[]> => {
  const { source } = captions;
  if (source.kind !== 'upstream') return [];
  for (const address of addressesOf(source)) {
    const found = await proveAddress(access, captions, address).catch(() => null);
    if (found !== null) return [found];
  }
  return [];
};
