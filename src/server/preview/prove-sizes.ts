import { SIZE_PROOF_TIMEOUT_MS } from '#shared/limits.ts';
import type { MediaSource } from '../engines/engine.ts';
import type { Door, HostPolicy } from '../net/door.ts';
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

/** Asks for one byte of a file: the answer's status, type, first byte and total prove what a save would give. */
const prove = async (door: Door, hosts: HostPolicy, source: MediaSource): Promise<SizeProof> => {
  if (source.kind === 'sample') return { kind: 'unknown' };
  const response = await door.request({
    url: source.url,
    headers: { ...source.headers, range: 'bytes=0-0' },
    hosts,
    redirects: 3,
    signal: AbortSignal.timeout(SIZE_PROOF_TIMEOUT_MS),
  });
  try {
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      return { kind: 'refuted' };
    if (response.status !== 200 && response.status !== 206) return { kind: 'unknown' };
    const mime = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const opening = await firstByte(response.body);
    if ((mime !== '' && !MEDIA_TYPE.test(mime)) || (opening !== null && TEXT_FIRST_BYTES.has(opening)))
      return { kind: 'refuted' };
    const size = totalOf(response.status, response.headers);
    return size === null ? { kind: 'unknown' } : { kind: 'measured', size, mime: mime === '' ? null : mime };
  } finally {
    response.body.destroy();
  }
};

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
 * Measures every rendition of a post in parallel, each within a short deadline. A measured size is exact; a file that is
 * provably no media is dropped, and an item with nothing left with it. Never rejects: what cannot be asked stays unknown.
 */
export const proveSizes = async (
  post: ResolvedPost,
  door: Door,
  hosts: HostPolicy,
): Promise<ResolvedPost> => {
  const all = post.items.flatMap((item) => item.renditions);
  const proofs = await inParallel(all, PROOFS_AT_ONCE, (rendition) =>
    prove(door, hosts, rendition.source).catch((): SizeProof => ({ kind: 'unknown' })),
  );
  const proven = new Map(
    all.map((rendition, index) => [rendition, applyProof(rendition, proofs[index] ?? { kind: 'unknown' })]),
  );
  const items = post.items
    .map(
      (item): ResolvedItem => ({
        ...item,
        renditions: item.renditions.flatMap((rendition) => proven.get(rendition) ?? []),
      }),
    )
    .filter((item) => item.renditions.length > 0);
  return { ...post, items };
};
