import * as z from 'zod/mini';

/** Request headers that delivery networks require. */
const SENT_FOR_MEDIA =
  /^(?:accept|accept-language|cookie|origin|referer|user-agent|sec-fetch-(?:dest|mode|site))$/;

/** Filters the headers of a media file to those that may be sent to its delivery network. Expects header names in lower case. */
export const mediaHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SENT_FOR_MEDIA.test(name)));

const upstreamFileSchema = z.strictObject({
  kind: z.literal('upstream'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  via: z.optional(z.literal('cobalt')),
});

const sampleFileSchema = z.strictObject({ kind: z.literal('sample'), file: z.string() });

/** Form of a media source, as tickets store it. */
export const mediaSourceSchema = z.discriminatedUnion('kind', [upstreamFileSchema, sampleFileSchema]);

/**
 * Media file on a delivery network, with the request headers (cookies included) that it requires. Header names are in lower
 * case. `via` is set for a file that the owner's cobalt instance serves; the file is requested only from that instance.
 */
export type UpstreamFile = Readonly<z.infer<typeof upstreamFileSchema>>;

/** Media file that ships with the program; `file` is a file name in the media folder of the sample engine. */
export type SampleFile = Readonly<z.infer<typeof sampleFileSchema>>;

/** Location of a media file. */
export type MediaSource = UpstreamFile | SampleFile;
