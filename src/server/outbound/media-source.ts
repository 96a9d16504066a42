import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { RETIRED_ENGINE_NAMES } from '#shared/contract/engine-names.ts';

/** Request headers that delivery networks require. */
const SENT_FOR_MEDIA =
  /^(?:accept|accept-language|cookie|origin|referer|user-agent|sec-fetch-(?:dest|mode|site))$/;

/** Returns the headers of a media file that may be sent to its delivery network. Expects header names in lower case. */
export const mediaHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SENT_FOR_MEDIA.test(name)));

/**
 * Engines whose services serve files from their own hosts. Media links of an earlier version may name its second and third provider, which
 * are read as `provider`.
 */
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

/** Schema of a media source, as tickets store it. */
export const mediaSourceSchema = z.discriminatedUnion('kind', [upstreamFileSchema, sampleFileSchema]);

/**
 * Media file on a delivery network, with the request headers (cookies included) that it requires. Header names are in lower case. `mirrors`
 * are further addresses of the same file, in the platform's order, requested with the same headers. `opening` is the digest
 * (`digestOpening`) of the first bytes that the server read when it checked the file for the preview; absent if it read too few. `via`
 * names the engine whose service serves the file from its own host. A file of the owner's cobalt server is requested only from that server,
 * a file of the provider only from hosts that `filePolicy` allows.
 */
export type UpstreamFile = Readonly<z.infer<typeof upstreamFileSchema>>;

/** Returns whether the owner's cobalt server serves a file. That server supports only some range requests (`limitToSupported`). */
export const isCobaltFile = ({ via }: Pick<UpstreamFile, 'via'>): boolean => via === 'cobalt';

/**
 * Returns one copy of the file for each of its addresses, in their order. Each copy has its address as `url` and the other addresses as
 * `mirrors`.
 */
export const addressesOf = (file: UpstreamFile): readonly UpstreamFile[] => {
  const urls = [file.url, ...(file.mirrors ?? [])];
  return urls.map((url) => {
    const mirrors = urls.filter((other) => other !== url);
    return mirrors.length === 0 ? file : { ...file, url, mirrors };
  });
};

/** Returns whether the digests of the first bytes (`opening`) of both files are known and differ. */
export const haveDifferentStart = (
  file: Pick<UpstreamFile, 'opening'>,
  other: Pick<UpstreamFile, 'opening'>,
): boolean => file.opening !== undefined && other.opening !== undefined && file.opening !== other.opening;

/** Media file that ships with the program; `file` is a file name in the media folder of the sample engine. */
export type SampleFile = Readonly<z.infer<typeof sampleFileSchema>>;

/** Source of the bytes of a media file: a delivery network, or a file that ships with the program. */
export type MediaSource = UpstreamFile | SampleFile;

/**
 * Number of first bytes by which a file is recognised. Pictures of one encoder share their first 600 bytes (JPEG tables), and clips share
 * their first box; 4 KB also contain picture data and the sizes of a clip's frames.
 */
export const OPENING_BYTES = 4 * 1024;
/** Number of characters of a digest, enough for 128 bits. */
const DIGEST_CHARACTERS = 22;

/**
 * Returns a digest of the first OPENING_BYTES bytes of a file, by which the file is recognised. `bytes` begins at the start of the file,
 * `size` is the size of the whole file in bytes (null if unknown). Returns null when `bytes` is shorter than OPENING_BYTES and is not the
 * whole file.
 */
export const digestOpening = (bytes: Buffer, size: number | null): string | null =>
  bytes.length < OPENING_BYTES && bytes.length !== size
    ? null
    : createHash('sha256')
        .update(bytes.subarray(0, OPENING_BYTES))
        .digest('base64url')
        .slice(0, DIGEST_CHARACTERS);
