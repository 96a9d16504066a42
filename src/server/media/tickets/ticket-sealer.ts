import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { FILE_KINDS } from '#shared/contract/content-type.ts';
import { TICKET_LIFETIME_MS } from '#shared/limits.ts';
import { parseJson } from '#shared/parse-json.ts';
import { deriveKey, openText, SEALING_BYTES, sealText } from '../../base/config/secret-keys.ts';
import { mediaSourceSchema } from '../../outbound/media-source.ts';
import {
  type FilePlace,
  type OpenedTicket,
  TICKET_MAX_CHARACTERS,
  type Ticket,
  type TicketSealer,
} from './ticket.ts';

export interface TicketSealerOptions {
  /** Master secret. Instances with the same secret can open each other's tickets. */
  readonly secret: string | Uint8Array;
  /** Returns milliseconds since 1970; for tests. */
  readonly now?: () => number;
}

/** Error for a ticket that does not fit into a link, because its upstream URL or headers are far too long. */
export class TicketTooLongError extends Error {
  override readonly name = 'TicketTooLongError';
}

const ROTATION_MS = 7 * 24 * 60 * 60 * 1_000;
/** Tolerated difference between the clocks of instances around a change of keys. */
const CLOCK_SKEW_MS = 60 * 1_000;
const KEYS_MAX = 3;
/**
 * Additional authenticated data of every ticket. It binds the ticket to this version and purpose, so that a text sealed for another purpose
 * never opens as a ticket.
 */
const CONTEXT = 'savelet/ticket/v1/media-link';
const SEGMENT = /^(0|[1-9a-z][0-9a-z]{0,5})\.([A-Za-z0-9_-]+)$/;

const INVALID: OpenedTicket = { ok: false, code: 'ticket_invalid' };
const EXPIRED: OpenedTicket = { ok: false, code: 'ticket_expired' };

const count = z.int().check(z.nonnegative());

/** Tuple of the members `itemIndex`, `itemCount`, `label`, `extension` and `hasSound` of a FilePlace. */
const placeSchema = z.tuple([count, count, z.string(), z.string(), z.boolean()]);

/** Schema of the content of a sealed ticket. Its names have one letter, because every byte lengthens the link. */
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

/** Ticket and the time at which it expires. */
interface TimedTicket {
  readonly ticket: Ticket;
  /** Expiry in milliseconds since 1970. */
  readonly expires: number;
}

const writePlace = ({
  itemIndex,
  itemCount,
  label,
  extension,
  hasSound,
}: FilePlace): z.infer<typeof placeSchema> => [itemIndex, itemCount, label, extension, hasSound];

const readPlace = ([itemIndex, itemCount, label, extension, hasSound]: z.infer<
  typeof placeSchema
>): FilePlace => ({
  itemIndex,
  itemCount,
  label,
  extension,
  hasSound,
});

/** Serializes a ticket and its expiry to the JSON text that is encrypted. */
const writePayload = ({ ticket, expires }: TimedTicket): string =>
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

/** Parses a decrypted text. Returns null when the text is not a ticket of this version. */
const readPayload = (text: string): TimedTicket | null => {
  const parsed = payloadSchema.safeParse(parseJson(text));
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

interface SealedParts {
  /** Number of the week whose key sealed the text. */
  readonly week: number;
  readonly sealed: Buffer;
}

/**
 * Splits a path segment into week and sealed bytes. Returns null unless the segment is exactly what `seal` writes, so that no two segments
 * stand for the same ticket.
 */
const readSegment = (segment: string): SealedParts | null => {
  if (segment.length > TICKET_MAX_CHARACTERS) return null;
  const match = SEGMENT.exec(segment);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const sealed = Buffer.from(match[2], 'base64url');
  if (sealed.length <= SEALING_BYTES || sealed.toString('base64url') !== match[2]) return null;
  return { week: Number.parseInt(match[1], 36), sealed };
};

/** Creates a function that derives the key of a week (a number of weeks since 1970) from the master secret and caches the latest keys. */
const createKeyRing = (secret: string | Uint8Array): ((week: number) => Buffer) => {
  const keys = new LRUCache<number, Buffer>({ max: KEYS_MAX });
  return (week) => {
    const cached = keys.get(week);
    if (cached !== undefined) return cached;
    const key = deriveKey(secret, `savelet/ticket/v1/week/${week}`);
    keys.set(week, key);
    return key;
  };
};

/**
 * Creates a sealer that encrypts media links with AES-256-GCM. Keys change weekly; the sealer can decrypt tickets of the current and the
 * previous week. Its `seal` throws TicketTooLongError when the link would exceed TICKET_MAX_CHARACTERS. Throws TypeError for an empty
 * secret.
 */
export const createTicketSealer = ({ secret, now = Date.now }: TicketSealerOptions): TicketSealer => {
  if (secret.length === 0) throw new TypeError('the secret of the ticket sealer is empty');
  const keyOf = createKeyRing(secret);
  const weekAt = (time: number): number => Math.floor(time / ROTATION_MS);

  const seal = (ticket: Ticket): string => {
    const time = now();
    const week = weekAt(time);
    const payload = writePayload({ ticket, expires: time + TICKET_LIFETIME_MS });
    const segment = `${week.toString(36)}.${sealText(keyOf(week), CONTEXT, payload).toString('base64url')}`;
    if (segment.length > TICKET_MAX_CHARACTERS)
      throw new TicketTooLongError('the ticket does not fit into a link');
    return segment;
  };

  const open = (segment: string): OpenedTicket => {
    const parts = readSegment(segment);
    if (parts === null) return INVALID;
    const time = now();
    // A ticket sealed with an older key has expired; its key need not be derived.
    if (parts.week < weekAt(time) - 1) return EXPIRED;
    if (parts.week > weekAt(time + CLOCK_SKEW_MS)) return INVALID;
    const payload = openText(keyOf(parts.week), CONTEXT, parts.sealed);
    const opened = payload === null ? null : readPayload(payload);
    if (opened === null) return INVALID;
    return time > opened.expires ? EXPIRED : { ok: true, ticket: opened.ticket };
  };

  return { seal, open };
};
