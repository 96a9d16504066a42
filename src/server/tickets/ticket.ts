import type { MediaKind } from '#shared/contract/content-type.ts';

/** The bytes a ticket stands for. Structurally the engines' MediaSource, named here because tickets know no engine. */
export type TicketSource =
  | {
      readonly kind: 'upstream';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Fetched from the owner's own instance. */
      readonly via?: 'cobalt' | undefined;
    }
  | { readonly kind: 'sample'; readonly file: string };

/** Where in its post a file stands: what finds the same file again when the post is read anew. */
export interface FilePlace {
  /** Counted from 0. */
  readonly item: number;
  /** How many there were: where one is missing since, the others stand in other places. */
  readonly items: number;
  /** The quality as the visitor chose it. */
  readonly label: string;
  readonly extension: string;
  /** Offered with its sound. */
  readonly sound: boolean;
}

/** What a media link carries, sealed: nobody can read or alter it, any instance can serve it. */
export interface Ticket {
  readonly purpose: 'thumbnail' | 'media';
  readonly source: TicketSource;
  readonly mediaKind: MediaKind;
  /** The promised type, from the table of mime types. */
  readonly mime: string;
  /** Proven bytes, null when the delivery network would not tell. */
  readonly size: number | null;
  readonly filename: string;
  /** Canonical link of the post the file came from, for a second resolve when the delivery link has expired. */
  readonly post: string;
  /** Absent from tickets whose file is not looked for again. */
  readonly place?: FilePlace | undefined;
}

export type OpenedTicket =
  | { readonly ok: true; readonly ticket: Ticket }
  | { readonly ok: false; readonly code: 'ticket_invalid' | 'ticket_expired' };

/** Seals and opens tickets. */
export interface TicketSealer {
  /** Gives the path segment of a media link, URL-safe, at most TICKET_MAX_CHARACTERS long. */
  seal(ticket: Ticket): string;
  open(segment: string): OpenedTicket;
}
