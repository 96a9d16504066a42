import type { MediaKind } from '#shared/contract/content-type.ts';
import { SIZE_PROOF_TIMEOUT_MS } from '#shared/limits.ts';
import { type Door, DoorError, type DoorFault, type DoorResponse, type HostPolicy } from '../net/door.ts';
import { withMeasuredType } from './normalise-post.ts';
import type { ResolvedItem, ResolvedPost, ResolvedRendition } from './resolved-post.ts';

/** More would look like an attack to a delivery network; a set of forty pictures still takes four short rounds. */
const PROOFS_AT_ONCE = 12;

/** Types a delivery network uses for media; anything else (a page, a JSON error) is no media, whatever its status. */
const MEDIA_TYPE = /^(?:video|audio|image)\/(?!svg)|^(?:application|binary)\/octet-stream$/;
/** `<` and `{` open a page or a JSON error; no media container starts with either. */
const TEXT_FIRST_BYTES: ReadonlySet<number> = new Set([0x3c, 0x7b]);

export type SizeProof =
  | { readonly kind: 'measured'; readonly size: number; readonly mime: string | null }
  /** The file is not there or is no media: offering it would end in an empty or wrong file. */
  | { readonly kind: 'refuted' }
  /** No answer in time, or one that tells no size. */
  | { readonly kind: 'unknown' };

const totalOf = (status: number, headers: Readonly<Record<string, string>>): number | null => {
  const text =
    status === 206
      ? /^bytes 0-0\/(\d{1,16})$/.exec(headers['content-range'] ?? '')?.[1]
      : headers['content-length'];
  const total = text === undefined || !/^\d{1,16}$/.test(text) ? 0 : Number(text);
  return total > 0 ? total : null;
};

const firstByte = async (body: AsyncIterable<Buffer>): Promise<number | null> => {
  for await (const chunk of body) if (chunk.length > 0) return chunk[0] ?? null;
  return null;
};

/** 204 is the empty answer of networks that have lost a file; too many requests is said of us, not of the file. */
const isRefusal = (status: number): boolean =>
  status === 204 || (status >= 400 && status < 500 && status !== 429);

/** The whole of the file came and there was nothing, or the network says that nothing is all there is. */
const isEmpty = ({ status, headers }: DoorResponse, opening: number | null): boolean =>
  status === 200 ? opening === null : /\/0+$/.test(headers['content-range'] ?? '');

/** A picture where a clip was promised, and the like. A sound in an MP4 may call itself video. */
const isOtherKind = (kind: MediaKind, mime: string): boolean => {
  const family = mime.split('/')[0];
  if (family === 'image') return kind !== 'photo';
  if (family === 'audio') return kind !== 'audio';
  return family === 'video' && kind === 'photo';
};

/** Asks for one byte of a file: the answer's status, type, first byte and total prove what a save would give. */
const ask = async (
  door: Door,
  hosts: HostPolicy,
  { source, kind }: ResolvedRendition,
  signal: AbortSignal,
): Promise<SizeProof> => {
  if (source.kind === 'sample') return { kind: 'unknown' };
  const response = await door.request({
    url: source.url,
    headers: { ...source.headers, range: 'bytes=0-0' },
    hosts,
    redirects: 3,
    signal,
  });
  try {
    if (isRefusal(response.status)) return { kind: 'refuted' };
    if (response.status !== 200 && response.status !== 206) return { kind: 'unknown' };
    const mime = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const opening = await firstByte(response.body);
    if (
      isEmpty(response, opening) ||
      (mime !== '' && !MEDIA_TYPE.test(mime)) ||
      isOtherKind(kind, mime) ||
      (opening !== null && TEXT_FIRST_BYTES.has(opening))
    )
      return { kind: 'refuted' };
    const size = totalOf(response.status, response.headers);
    return size === null ? { kind: 'unknown' } : { kind: 'measured', size, mime: mime === '' ? null : mime };
  } finally {
    response.body.destroy();
  }
};

/** The door was not opened: such a file could never be saved, whatever an engine says. */
const NEVER: ReadonlySet<DoorFault> = new Set(['refused-host', 'refused-address', 'refused-redirect']);

const prove = (
  door: Door,
  hosts: HostPolicy,
  rendition: ResolvedRendition,
  signal: AbortSignal,
): Promise<SizeProof> =>
  ask(door, hosts, rendition, signal).catch(
    (error: unknown): SizeProof => ({
      kind: error instanceof DoorError && NEVER.has(error.fault) ? 'refuted' : 'unknown',
    }),
  );

const applyProof = (rendition: ResolvedRendition, proof: SizeProof): ResolvedRendition | null => {
  if (proof.kind === 'refuted') return null;
  if (proof.kind === 'unknown') return rendition;
  const measured = { ...rendition, size: proof.size, sizeKnown: true };
  return proof.mime === null ? measured : withMeasuredType(measured, proof.mime);
};

/** Runs `work` over all inputs, at most `limit` at a time, results in input order. */
const inParallel = async <In, Out>(
  inputs: readonly In[],
  limit: number,
  work: (input: In) => Promise<Out>,
) => {
  const results: Out[] = [];
  const queue = inputs.entries();
  const worker = async () => {
    for (const [index, input] of queue) results[index] = await work(input);
  };
  await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, worker));
  return results;
};

/**
 * Measures every rendition of a post in parallel, all within one short deadline. A measured size is exact; a file that is
 * provably no media is dropped. A picture or clip of a set stays even then, because a set short of one would pass for the
 * whole: saving it fails and says so. No items are left when nothing at all can be saved. Never rejects: what cannot be
 * asked in time stays unknown.
 */
export const proveSizes = async (
  post: ResolvedPost,
  door: Door,
  hosts: HostPolicy,
  notNeeded?: AbortSignal,
): Promise<ResolvedPost> => {
  const all = post.items.flatMap((item) => item.renditions);
  const late = AbortSignal.timeout(SIZE_PROOF_TIMEOUT_MS);
  const signal = notNeeded === undefined ? late : AbortSignal.any([late, notNeeded]);
  const proofs = await inParallel(all, PROOFS_AT_ONCE, (rendition) => prove(door, hosts, rendition, signal));
  const proven = new Map(
    all.map((rendition, index) => [rendition, applyProof(rendition, proofs[index] ?? { kind: 'unknown' })]),
  );
  const provenOf = (item: ResolvedItem): ResolvedRendition[] =>
    item.renditions.flatMap((rendition) => proven.get(rendition) ?? []);
  if (post.items.every((item) => provenOf(item).length === 0)) return { ...post, items: [] };
  const items = post.items.flatMap((item): ResolvedItem[] => {
    const renditions = provenOf(item);
    if (renditions.length > 0) return [{ ...item, renditions }];
    return item.kind === 'audio' ? [] : [item];
  });
  return { ...post, items };
};
