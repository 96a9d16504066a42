import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { RETIRED_ENGINE_NAMES } from '#shared/contract/engine-names.ts';

/** Request headers that delivery networks require. */
const SENT_FOR_MEDIA =
  /^(?:accept|accept-language|cookie|origin|referer|user-agent|sec-fetch-(?:dest|mode|site))$/;

/** Filters the headers of a media file to those that may be sent to its delivery network. Expects header names in lower case. */
export const mediaHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SENT_FOR_MEDIA.test(name)));

/** Engines whose services serve files themselves. Media links of an earlier version may name its second and third provider. */
const via = z.pipe(
  z.enum(['cobalt', 'provider', ...RETIRED_ENGINE_NAMES]),
  z.transform((name) => (name === 'cobalt' ? name : 'provider')),
);

const upstreamFileSchema = z.strictObject({
  kind: z.literal('upstream'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  mirrors: z.optional(z.array(z.string())),
  opening: z.optional(z.string()),
  via: z.optional(via),
});

const sampleFileSchema = z.strictObject({ kind: z.literal('sample'), file: z.string() });

/** Form of a media source, as tickets store it. */
export const mediaSourceSchema = z.discriminatedUnion('kind', [upstreamFileSchema, sampleFileSchema]);

/**
 * Media file on a delivery network, with the request headers (cookies included) that it requires. Header names are in lower
 * case. `mirrors` are further addresses of the same file, in the platform's order, requested with the same headers. `opening` is the
 * digest of the first bytes that the preview has seen (`digestOpening`), absent if it has not seen them. `via` names the engine whose
 * service serves the file itself. A file of the owner's cobalt server is requested only there, a file of the provider
 * under `filePolicy`.
 */
export type UpstreamFile = Readonly<z.infer<typeof upstreamFileSchema>>;

/** Returns whether the owner's cobalt server serves a file. Its support of ranges is limited (`limitToSupported`). */
export const isCobaltFile = ({ via }: Pick<UpstreamFile, 'via'>): boolean => via === 'cobalt';

/** Returns the file once for each of its addresses, in their order: that address is the `url`, the others are the `mirrors`. */
export const addressesOf = (file: UpstreamFile): readonly UpstreamFile[] => {
  const urls = [file.url, ...(file.mirrors ?? [])];
  return urls.map((url) => {
    const mirrors = urls.filter((other) => other !== url);
    return mirrors.length === 0 ? file : { ...file, url, mirrors };
  });
};

/** Returns whether the first bytes of both files are known and differ. */
export const haveDifferentStart = (
  one: Pick<UpstreamFile, 'opening'>,
  other: Pick<UpstreamFile, 'opening'>,
): boolean => one.opening !== undefined && other.opening !== undefined && one.opening !== other.opening;

/** Media file that ships with the program; `file` is a file name in the media folder of the sample engine. */
export type SampleFile = Readonly<z.infer<typeof sampleFileSchema>>;

/** Source of the bytes of a media file: a delivery network, or a file that ships with the program. */
export type MediaSource = UpstreamFile | SampleFile;

/**
 * Number of first bytes by which a file is recognised. Pictures of one encoder share their first 600 bytes (JPEG tables), and clips the
 * first box; 4 KB also contain picture data and the sizes of a clip's frames.
 */
export const OPENING_BYTES = 4 * 1024;
/** Characters of a digest: 128 bits. */
const DIGEST_CHARACTERS = 22;

/**
 * Returns a digest of the first OPENING_BYTES bytes of a file, by which it is recognised. Null when `bytes` has fewer and is not the whole
 * file. `size` is the file's size in bytes; null if unknown.
 */
export const digestOpening = (bytes: Buffer, size: number | null): string | null =>
  bytes.length < OPENING_BYTES && bytes.length !== size
    ? null
    : createHash('sha256')
        .update(bytes.subarray(0, OPENING_BYTES))
        .digest('base64url')
        .slice(0, DIGEST_CHARACTERS);
