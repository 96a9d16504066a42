import type { MediaKind } from '#shared/contract/content-type.ts';
import type { VideoCodec } from '#shared/contract/preview.ts';
import { SIZE_PROOF_TIMEOUT_MS } from '../engines/engine.ts';
import { hostSuffix } from '../outbound/host-policy.ts';
import { addressesOf, digestOpening, type MediaSource } from '../outbound/media-source.ts';
import { chooseMediaType, readMediaType, sniffMedia } from '../outbound/media-type.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundFault,
  type OutboundResponse,
} from '../outbound/outbound-client.ts';
import type { MediaHosts } from '../platforms/server-platforms.ts';
import { type FileAccess, type FileStart, fileSizeOf, inspectFile, proveCaptions } from './inspect-file.ts';
import type { SoundReading } from './mp4-sound.ts';
import { isClipOrPicture, withMeasuredCodec, withMeasuredType, withStatedItems } from './normalise-post.ts';
import type { ResolvedCaptions, ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

/**
 * Maximum number of files of a post that are checked at the same time. More requests would look like an attack to a delivery network; even
 * forty pictures take only four short rounds.
 */
const PROOFS_CONCURRENCY = 12;
/**
 * Time limit for checking the captions. It is shorter than SIZE_PROOF_TIMEOUT_MS, because the visitor came for the video, and captions must
 * not delay it.
 */
const CAPTIONS_PROOF_TIMEOUT_MS = 1_500;

type Proof =
  /** The file can be downloaded; `size` is null when the delivery network does not state it. */
  | {
      readonly kind: 'valid';
      /** The file, with the address that works as its first address, and with the digest of its first bytes if that is known. */
      readonly source: MediaSource;
      readonly size: number | null;
      readonly mime: string;
      /** Whether a clip has a sound track; null when that could not be determined. */
      readonly hasSound: boolean | null;
      /** Codec that the file of a clip names; null if unknown. */
      readonly codec: VideoCodec | null;
    }
  /** The file is missing or is not media, so that a download would end in an empty or wrong file. */
  | { readonly kind: 'invalid' }
  /** No response arrived in time, or the response is inconclusive. */
  | { readonly kind: 'unknown' };

/**
 * Proof of a file. `host` is the suffix of a host outside the allow list that an address of the file names or redirects to; absent if there
 * is none.
 */
type HostedProof = Proof & { readonly host?: string };

const INVALID: Proof = { kind: 'invalid' };
const UNKNOWN: Proof = { kind: 'unknown' };

/**
 * Returns whether a status means that the file is missing. Delivery networks that have lost a file send 204; 429
 * concerns this client, not the file.
 */
const isRefusal = (status: number): boolean =>
  status === 204 || (status >= 400 && status < 500 && status !== 429);

/**
 * Returns whether a media type contradicts the expected kind, such as a picture instead of a clip. Sound in an MP4 container may have a
 * video type.
 */
const isOtherKind = (kind: MediaKind, mime: string): boolean => {
  const family = mime.split('/')[0];
  if (family === 'image') return kind !== 'photo';
  if (family === 'audio') return kind !== 'audio';
  return family === 'video' && kind === 'photo';
};

const trackFacts = (tracks: SoundReading) =>
  tracks.kind === 'known'
    ? { hasSound: tracks.hasSound, codec: tracks.codec ?? null }
    : { hasSound: null, codec: null };

/**
 * Returns the proof that follows from a response and its first bytes, by the rules of a download: size, media type, encoding and first
 * bytes.
 */
const assess = (
  response: OutboundResponse,
  { bytes: opening, sound }: FileStart,
  { kind, mime, source }: ResolvedRendition,
): Proof => {
  const { status, headers } = response;
  const size = fileSizeOf(response);
  if (size === 0 || opening.length === 0) return INVALID;
  const type = readMediaType(headers['content-type']);
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (type === null || isOtherKind(kind, type) || encoding !== 'identity') return INVALID;
  const sniffed = sniffMedia(opening, status === 206 && opening.length !== size);
  const chosen = chooseMediaType({ purpose: 'media', mediaKind: kind, mime }, type, sniffed);
  if (chosen === null) return INVALID;
  if (size === 'unusable') return UNKNOWN;
  return {
    kind: 'valid',
    source: withOpening(source, digestOpening(opening, size)),
    size,
    mime: sniffed.kind === 'media' ? chosen : type,
    ...trackFacts(sound),
  };
};

/**
 * Returns the source with `opening`, the digest of the first bytes, by which the file is recognised later. Adds no digest that is null, and
 * none to a sample or to a file of a service (`via`), which may create the file anew for each request.
 */
const withOpening = (source: MediaSource, opening: string | null): MediaSource =>
  source.kind === 'sample' || source.via !== undefined || opening === null ? source : { ...source, opening };

/**
 * Checks a file by its first bytes and, for a clip, by the bytes that show whether it has sound. Sends no request for a built-in sample.
 * Rejects as `inspectFile` does.
 */
const inspectRendition = async (access: FileAccess, rendition: ResolvedRendition): Promise<Proof> => {
  const { source, kind } = rendition;
  // Size and sound of a built-in file are known.
  if (source.kind === 'sample') {
    const { size, mime, audioAvailable: hasSound } = rendition;
    return { kind: 'valid', source, size, mime, hasSound, codec: null };
  }
  const { response, opening, readTracks } = await inspectFile(access, source, kind);
  if (isRefusal(response.status)) return INVALID;
  if (opening === null) return UNKNOWN;
  const proof = assess(response, opening, rendition);
  return proof.kind === 'valid' && proof.size !== null
    ? { ...proof, ...trackFacts(await readTracks(proof.size)) }
    : proof;
};

/**
 * Faults by which this server refuses to request an address or to follow its redirect. A file with such a fault can never be downloaded.
 */
const REFUSED_BEFORE_REQUEST: ReadonlySet<OutboundFault> = new Set([
  'refused-host',
  'refused-address',
  'refused-redirect',
]);

/**
 * Returns an invalid proof with the suffix of the refused host, or without it if the error names no host name. The owner sees the suffix,
 * because a platform may have moved its files to that host.
 */
const invalidByHost = ({ hostname }: OutboundError): HostedProof => {
  const host = hostname === null ? null : hostSuffix(hostname);
  return host === null ? INVALID : { ...INVALID, host };
};

const proveAddress = (access: FileAccess, rendition: ResolvedRendition): Promise<HostedProof> =>
  inspectRendition(access, rendition).catch(
    (error: unknown): HostedProof =>
      error instanceof OutboundError && REFUSED_BEFORE_REQUEST.has(error.fault)
        ? invalidByHost(error)
        : UNKNOWN,
  );

/** Returns one copy of a rendition for each address of its file, with that address first. */
const atEachAddress = ({ source, ...rest }: ResolvedRendition): readonly ResolvedRendition[] =>
  source.kind === 'sample'
    ? [{ ...rest, source }]
    : addressesOf(source).map((address) => ({ ...rest, source: address }));

/**
 * Checks the addresses of a file one after another until one of them works. Each check may take `addressMs` milliseconds. Returns an
 * invalid proof only if every address is invalid.
 */
const proveRendition = async (
  access: FileAccess,
  rendition: ResolvedRendition,
  addressMs: number,
): Promise<HostedProof> => {
  let proof: Proof = INVALID;
  let host: Pick<HostedProof, 'host'> = {};
  for (const one of atEachAddress(rendition)) {
    const signal = AbortSignal.any([access.signal, AbortSignal.timeout(addressMs)]);
    const { host: unlisted, ...found } = await proveAddress({ ...access, signal }, one);
    if (unlisted !== undefined) host = { host: unlisted };
    if (found.kind !== 'invalid') proof = found;
    if (found.kind === 'valid') break;
  }
  return { ...proof, ...host };
};

/**
 * Sets whether a clip has sound: what its file shows (`hasSound`, null if unknown), otherwise false when the engine reports no sound,
 * otherwise null. Ignores an engine's report of sound, because pages and services report sound for silent files.
 */
const withSound = (rendition: ResolvedRendition, hasSound: boolean | null): ResolvedRendition =>
  rendition.kind === 'video'
    ? { ...rendition, audioAvailable: hasSound ?? (rendition.audioAvailable === false ? false : null) }
    : rendition;

const applyProof = (rendition: ResolvedRendition, proof: Proof): ResolvedRendition | null => {
  if (proof.kind === 'invalid') return null;
  if (proof.kind === 'unknown') return { ...withSound(rendition, null), unproven: true };
  const { source, hasSound, codec } = proof;
  const sounding = withSound({ ...rendition, source }, hasSound);
  const typed = withMeasuredType(withMeasuredCodec(sounding, codec), proof.mime);
  return proof.size === null ? typed : { ...typed, size: proof.size, sizeKnown: true };
};

/**
 * Proof of a file, and the renditions that are offered (`found`): none, the file, its alternative, or both if only the alternative has
 * sound.
 */
interface ProvenFile {
  readonly proof: HostedProof;
  readonly found: readonly ResolvedRendition[];
}

/** Returns the number of addresses of a rendition and of its alternatives. */
const countAddresses = (rendition: ResolvedRendition): number =>
  atEachAddress(rendition).length +
  (rendition.alternative === null ? 0 : countAddresses(rendition.alternative));

/** Checks a rendition and, if it is a silent clip or does not work, its alternative. */
const proveWithAlternative = async (
  access: FileAccess,
  { alternative, ...file }: ResolvedRendition,
  addressMs: number,
): Promise<ProvenFile> => {
  const rendition = { ...file, alternative: null };
  const proof = await proveRendition(access, rendition, addressMs);
  const found = applyProof(rendition, proof);
  const alone: ProvenFile = { proof, found: found === null ? [] : [found] };
  const isSilent = rendition.kind === 'video' && found?.audioAvailable === false;
  if (alternative === null || (proof.kind === 'valid' && !isSilent)) return alone;
  // A clip that is stated to be silent cannot replace another silent one.
  if (proof.kind === 'valid' && alternative.audioAvailable === false) return alone;
  const other = await proveWithAlternative(access, alternative, addressMs);
  const host = proof.host ?? other.proof.host;
  const hosted = host === undefined ? {} : { host };
  if (proof.kind === 'valid') {
    const sounding = other.found.filter((one) => one.audioAvailable === true).slice(0, 1);
    return { proof: { ...proof, ...hosted }, found: [...sounding, ...alone.found] };
  }
  const isBetter = other.proof.kind === 'valid' || proof.kind === 'invalid';
  const { proof: chosen, found: offered } = isBetter ? other : alone;
  return { proof: { ...chosen, ...hosted }, found: offered };
};

/**
 * Sorts renditions: clips and pictures before audio, renditions with sound before silent ones, proven before unproven ones, H.264 before
 * other codecs.
 */
const bestFirst = (renditions: readonly ResolvedRendition[]): readonly ResolvedRendition[] => {
  const rankOf = ({ kind, audioAvailable, unproven, codec }: ResolvedRendition): number =>
    8 * Number(kind === 'audio') +
    4 * Number(audioAvailable === false) +
    2 * Number(unproven) +
    Number(codec !== null && codec !== 'h264');
  return renditions.toSorted((a, b) => rankOf(a) - rankOf(b));
};

/** Runs all jobs in their order, at most `limit` at a time. Rejects when a job rejects. */
const runConcurrently = async (jobs: readonly (() => Promise<void>)[], limit: number): Promise<void> => {
  const queue = jobs.values();
  const worker = async () => {
    for (const job of queue) await job();
  };
  await Promise.all(Array.from({ length: Math.min(limit, jobs.length) }, worker));
};

/** Checks all files of a post, the captions last. */
const proveFiles = async (
  access: FileAccess,
  renditions: readonly ResolvedRendition[],
  captions: readonly ResolvedCaptions[],
): Promise<{
  readonly renditions: readonly ProvenFile[];
  readonly captions: readonly ResolvedCaptions[];
}> => {
  const captionSignal = AbortSignal.any([access.signal, AbortSignal.timeout(CAPTIONS_PROOF_TIMEOUT_MS)]);
  const provenRenditions: ProvenFile[] = [];
  const provenCaptions: (readonly ResolvedCaptions[])[] = [];
  await runConcurrently(
    [
      ...renditions.map((rendition, index) => async () => {
        const addressMs = Math.floor(SIZE_PROOF_TIMEOUT_MS / countAddresses(rendition));
        provenRenditions[index] = await proveWithAlternative(access, rendition, addressMs);
      }),
      ...captions.map((file, index) => async () => {
        provenCaptions[index] = await proveCaptions({ ...access, signal: captionSignal }, file);
      }),
    ],
    PROOFS_CONCURRENCY,
  );
  return { renditions: provenRenditions, captions: provenCaptions.flat() };
};

/**
 * Checks the files of a post within SIZE_PROOF_TIMEOUT_MS. Drops a file that is provably not media, marks a file that could not be checked
 * (`unproven`), sets the exact size of a measured file, and sorts the renditions of each item by `bestFirst`. Drops a clip or picture
 * without a file of its own kind, even if it has sound; `statedItems` then is the number of clips and pictures that there were before.
 * Keeps captions only if their file passed the check. Sets `unlistedHost`. `items` of the result is empty when no file can be downloaded,
 * and when only sound is left of a post with clips or pictures. Never rejects.
 */
export const proveSizes = async (
  post: ResolvedPost,
  outbound: OutboundClient,
  hosts: MediaHosts,
  callerSignal?: AbortSignal,
): Promise<ResolvedPost> => {
  const all = post.items.flatMap((item) => item.renditions);
  const timeout = AbortSignal.timeout(SIZE_PROOF_TIMEOUT_MS);
  const signal = callerSignal === undefined ? timeout : AbortSignal.any([timeout, callerSignal]);
  const { renditions: results, captions } = await proveFiles(
    { outbound, hosts, signal, post: post.url },
    all,
    post.captions,
  );
  const proven = new Map(all.map((rendition, index) => [rendition, results[index]?.found ?? []]));
  const provenOf = (item: ResolvedItem): readonly ResolvedRendition[] =>
    bestFirst(item.renditions.flatMap((rendition) => proven.get(rendition) ?? []));
  const unlistedHost = results.find(({ proof }) => proof.host !== undefined)?.proof.host ?? null;
  const items = post.items
    .map((item) => ({ ...item, renditions: provenOf(item) }))
    .filter(({ kind, renditions }) => renditions.some((rendition) => rendition.kind === kind));
  const shown = post.items.filter(isClipOrPicture).length;
  if (shown > 0 && !items.some(isClipOrPicture)) return { ...post, unlistedHost, items: [] };
  return withStatedItems({ ...post, unlistedHost, items, captions }, shown);
};
