import * as z from 'zod/mini';
import { FILE_KINDS } from '#shared/contract/content-type.ts';
import { mediaSourceSchema } from '../../outbound/media-source.ts';
import type { FilePlace, Ticket } from './ticket.ts';

const count = z.int().check(z.nonnegative());

/** Tuple of `item`, `items`, `label`, `extension` and `sound`. */
const placeSchema = z.tuple([count, count, z.string(), z.string(), z.boolean()]);

/** Content of a sealed ticket. Every byte lengthens the link, hence the one-letter names. */
const payloadSchema = z.strictObject({
  /** Expiry, milliseconds since 1970. */
  e: count,
  p: z.enum(['thumbnail', 'media']),
  s: mediaSourceSchema,
  k: z.enum(FILE_KINDS),
  m: z.string(),
  b: z.nullable(count),
  f: z.string(),
  o: z.string(),
  w: z.optional(placeSchema),
});

/** Ticket with its expiry. */
export interface TimedTicket {
  readonly ticket: Ticket;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const writePlace = ({ item, items, label, extension, sound }: FilePlace): z.infer<typeof placeSchema> => [
  item,
  items,
  label,
  extension,
  sound,
];

const readPlace = ([item, items, label, extension, sound]: z.infer<typeof placeSchema>): FilePlace => ({
  item,
  items,
  label,
  extension,
  sound,
});

/** Serializes a ticket and its expiry to the JSON text that is encrypted. */
export const writePayload = ({ ticket, expires }: TimedTicket): string =>
  JSON.stringify({
    e: expires,
    p: ticket.purpose,
    s: ticket.source,
    k: ticket.mediaKind,
    m: ticket.mime,
    b: ticket.size,
    f: ticket.filename,
    o: ticket.post,
    ...(ticket.place === undefined ? {} : { w: writePlace(ticket.place) }),
  } satisfies z.infer<typeof payloadSchema>);

/** Parses a decrypted text. Returns null when it is not a ticket of this version. */
export const readPayload = (text: string): TimedTicket | null => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = payloadSchema.safeParse(json);
  if (!parsed.success) return null;
  const { e, p, s, k, m, b, f, o, w } = parsed.data;
  return {
    expires: e,
    ticket: {
      purpose: p,
      source: s,
      mediaKind: k,
      mime: m,
      size: b,
      filename: f,
      post: o,
      ...(w === undefined ? {} : { place: readPlace(w) }),
    },
  };
};
