import type { MediaKind } from '#shared/contract/content-type.ts';
import { SIZE_PROOF_TIMEOUT_MS } from '../engines/engine.ts';
import { hostSuffix } from '../net/host-policy.ts';
import { chooseMediaType, readMediaType, sniffMedia } from '../net/media-type.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundFault,
  type OutboundResponse,
} from '../net/outbound-client.ts';
import type { MediaHosts } from '../platforms/platform-hosts.ts';
import { type FileAccess, type FileOpening, inspectFile, totalOf } from './inspect-file.ts';
import { withMeasuredType } from './normalise-post.ts';
import { proveCaptions } from './prove-captions.ts';
import type { ResolvedCaptions, ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';
import { isClipOrPicture, withStatedItems } from './shortfall.ts';

/**
 * Requests in parallel. More would look like an attack to a delivery network; a set of forty pictures still takes only
 * four short rounds.
 */
const PROOFS_CONCURRENCY = 12;
/** Shorter than the deadline of all files: the visitor came for the video, and captions must not delay it. */
const CAPTIONS_PROOF_TIMEOUT_MS = 1_500;

type Proof =
  /** The file can be downloaded; `size` is null when the delivery network does not state it. */
  | {
      readonly kind: 'valid';
      readonly size: number | null;
      readonly mime: string;
      /** Whether a clip has a sound track; null when that could not be determined. */
      readonly hasSound: boolean | null;
    }
  /** The file is missing or is not media: offering it would end in an empty or wrong file. */
  | { readonly kind: 'invalid'; readonly host?: string }
  /** No response in time, or one that is inconclusive. */
  | { readonly kind: 'unknown' };

const INVALID: Proof = { kind: 'invalid' };
const UNKNOWN: Proof = { kind: 'unknown' };

/**
 * Returns whether a status means that the file is missing. Delivery networks that have lost a file send 204; 429
 * concerns this client, not the file.
 */
const isRefusal = (status: number): boolean =>
  status === 204 || (status >= 400 && status < 500 && status !== 429);

/**
 * Returns whether the type contradicts the expected kind, such as a picture instead of a clip. Sound in an MP4
 * container may have a video type.
 */
const isOtherKind = (kind: MediaKind, mime: string): boolean => {
  const family = mime.split('/')[0];
  if (family === 'image') return kind !== 'photo';
  if (family === 'audio') return kind !== 'audio';
  return family === 'video' && kind === 'photo';
};

/** Checks a response by the rules of a download: status, type, first bytes, size. */
const assess = (
  response: OutboundResponse,
  { bytes: opening, sound }: FileOpening,
  { kind, mime }: ResolvedRendition,
): Proof => {
  const { status, headers } = response;
  const size = totalOf(response);
  if (size === 0 || opening.length === 0) return INVALID;
  const type = readMediaType(headers['content-type']);
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (type === null || isOtherKind(kind, type) || encoding !== 'identity') return INVALID;
  const sniffed = sniffMedia(opening, status === 206 && opening.length !== size);
  const chosen = chooseMediaType({ purpose: 'media', mediaKind: kind, mime }, type, sniffed);
  if (chosen === null) return INVALID;
  if (size === 'none') return UNKNOWN;
  const hasSound = sound.kind === 'known' ? sound.sound : null;
  return { kind: 'valid', size, mime: sniffed.kind === 'media' ? chosen : type, hasSound };
};

/** Requests the first bytes of a file and, for a clip, those that show whether it has sound. */
const inspectRendition = async (access: FileAccess, rendition: ResolvedRendition): Promise<Proof> => {
  const { source, kind } = rendition;
  // A built-in file: its size and sound are known.
  if (source.kind === 'sample') {
    const { size, mime, audioAvailable: hasSound } = rendition;
    return { kind: 'valid', size, mime, hasSound };
  }
  const { response, opening, hasSoundTrack } = await inspectFile(access, source, kind);
  if (isRefusal(response.status)) return INVALID;
  if (opening === null) return UNKNOWN;
  const proof = assess(response, opening, rendition);
  return proof.kind === 'valid' && proof.size !== null
    ? { ...proof, hasSound: await hasSoundTrack(proof.size) }
    : proof;
};

/** Faults raised before any request is sent: such a file can never be downloaded. */
const REFUSED_BEFORE_REQUEST: ReadonlySet<OutboundFault> = new Set([
  'refused-host',
  'refused-address',
  'refused-redirect',
]);

/**
 * Returns an invalid proof with the suffix of the refused host. The owner sees it, because a platform may have moved
 * its files there.
 */
const invalidByHost = ({ hostname }: OutboundError): Proof => {
  const host = hostname === null ? null : hostSuffix(hostname);
  return host === null ? INVALID : { ...INVALID, host };
};

const proveRendition = (access: FileAccess, rendition: ResolvedRendition): Promise<Proof> =>
  inspectRendition(access, rendition).catch(
    (error: unknown): Proof =>
      error instanceof OutboundError && REFUSED_BEFORE_REQUEST.has(error.fault)
        ? invalidByHost(error)
        : UNKNOWN,
  );

/**
 * Sets whether a clip has sound: what its file shows, else false when the engine reports none, else null. An engine's
 * report of sound is not used, because pages and services report sound for silent files.
 */
const withSound = (rendition: ResolvedRendition, hasSound: boolean | null): ResolvedRendition =>
  rendition.kind === 'video'
    ? { ...rendition, audioAvailable: hasSound ?? (rendition.audioAvailable === false ? false : null) }
    : rendition;

const applyProof = (rendition: ResolvedRendition, proof: Proof): ResolvedRendition | null => {
  if (proof.kind === 'invalid') return null;
  if (proof.kind === 'unknown') return { ...withSound(rendition, null), unproven: true };
  const typed = withMeasuredType(withSound(rendition, proof.hasSound), proof.mime);
  return proof.size === null ? typed : { ...typed, size: proof.size, sizeKnown: true };
};

/**
 * Checks a rendition and, if it is a silent clip, its alternative. Returns the renditions that can be downloaded, and
 * the proof of the first.
 */
const proveWithAlternative = async (
  access: FileAccess,
  { alternative, ...rendition }: ResolvedRendition,
): Promise<{ readonly proof: Proof; readonly found: readonly ResolvedRendition[] }> => {
  const proof = await proveRendition(access, rendition);
  const found = applyProof(rendition, proof);
  if (found === null) return { proof, found: [] };
  if (alternative === undefined || found.audioAvailable !== false) return { proof, found: [found] };
  const other = applyProof(alternative, await proveRendition(access, alternative));
  return { proof, found: other?.audioAvailable === true ? [other, found] : [found] };
};

/** Sorts renditions: clips and pictures before audio, with sound before silent, proven before unproven. */
const bestFirst = (renditions: readonly ResolvedRendition[]): readonly ResolvedRendition[] => {
  const kindOf = ({ kind }: ResolvedRendition): number => Number(kind === 'audio');
  const isSilent = ({ audioAvailable }: ResolvedRendition): boolean => audioAvailable === false;
  const isUnproven = ({ unproven }: ResolvedRendition): boolean => unproven !== undefined;
  return renditions.toSorted(
    (a, b) =>
      kindOf(a) - kindOf(b) ||
      Number(isSilent(a)) - Number(isSilent(b)) ||
      Number(isUnproven(a)) - Number(isUnproven(b)),
  );
};

/** Runs all jobs, at most `limit` at a time, in their order. */
const runConcurrently = async (jobs: readonly (() => Promise<void>)[], limit: number): Promise<void> => {
  const queue = jobs.values();
  const worker = async () => {
    for (const job of queue) await job();
  };
  await Promise.all(Array.from({ length: Math.min(limit, jobs.length) }, worker));
};

type Proven = Awaited<ReturnType<typeof proveWithAlternative>>;

/** Checks all files of a post, captions last. */
const proveFiles = async (
  access: FileAccess,
  renditions: readonly ResolvedRendition[],
  captions: readonly ResolvedCaptions[],
): Promise<{ readonly renditions: readonly Proven[]; readonly captions: readonly ResolvedCaptions[] }> => {
  const captionSignal = AbortSignal.any([access.signal, AbortSignal.timeout(CAPTIONS_PROOF_TIMEOUT_MS)]);
  const provenRenditions: Proven[] = [];
  const provenCaptions: (readonly ResolvedCaptions[])[] = [];
  await runConcurrently(
    [
      ...renditions.map((rendition, index) => async () => {
        provenRenditions[index] = await proveWithAlternative(access, rendition);
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
 * Checks every rendition of a post in parallel within one short deadline. A measured size is exact. A file that is
 * provably not media is dropped; one that could not be checked is marked and sorted behind the others of its kind. A
 * clip or picture without a file of its own kind is dropped, whatever sound it has, and `statedItems` tells how many
 * there are. Captions stay only if their file was checked. `items` is empty when no file can be downloaded, and when
 * nothing but sound is left of a post that has clips or pictures. Never rejects.
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
    { outbound, hosts, signal },
    all,
    post.captions ?? [],
  );
  const proven = new Map(all.map((rendition, index) => [rendition, results[index]?.found ?? []]));
  const provenOf = (item: ResolvedItem): readonly ResolvedRendition[] =>
    bestFirst(item.renditions.flatMap((rendition) => proven.get(rendition) ?? []));
  const unlisted = results
    .map(({ proof }) => proof)
    .find((proof) => proof.kind === 'invalid' && proof.host !== undefined);
  const unlistedHost =
    unlisted?.kind === 'invalid' && unlisted.host !== undefined ? { unlistedHost: unlisted.host } : {};
  const items = post.items
    .map((item) => ({ ...item, renditions: provenOf(item) }))
    .filter(({ kind, renditions }) => renditions.some((rendition) => rendition.kind === kind));
  const shown = post.items.filter(isClipOrPicture).length;
  if (shown > 0 && !items.some(isClipOrPicture)) return { ...post, ...unlistedHost, items: [] };
  return withStatedItems(
    { ...post, ...unlistedHost, items, ...(post.captions === undefined ? {} : { captions }) },
    shown,
  );
};
