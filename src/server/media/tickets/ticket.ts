import type { FileKind } from '#shared/contract/content-type.ts';
import type { MediaSource } from '../../outbound/media-source.ts';

/** Maximum length of a ticket, which is also the router's limit on a path segment. A ticket carries a whole signed upstream address. */
export const TICKET_MAX_CHARACTERS = 8_192;

/** Place of a file in its post, which identifies the same file when the post is read again. */
export interface FilePlace {
  /** Index of the item, from 0. */
  readonly itemIndex: number;
  /** Number of items in the post when the ticket was sealed. If an item is missing later, the indexes of the remaining items change. */
  readonly itemCount: number;
  /** Label of the quality that the visitor chose; for captions, their language and origin. */
  readonly label: string;
  readonly extension: string;
  /** Whether the file was offered with its sound. */
  readonly hasSound: boolean;
}

/**
 * Content of a media link, which is encrypted and expires: nobody can read or alter it, and any instance with the same secret can serve it.
 */
export interface Ticket {
  readonly purpose: 'thumbnail' | 'media';
  readonly source: MediaSource;
  readonly mediaKind: FileKind;
  /** Media type that the preview states. */
  readonly mime: string;
  /** Verified size in bytes; null when the delivery network did not report it. */
  readonly size: number | null;
  readonly filename: string;
  /** Canonical link of the post, for resolving it again when the delivery URL has expired. */
  readonly post: string;
  /** Place of the file in the post; absent when the file cannot be found again. */
  readonly place?: FilePlace | undefined;
}

/** Result of `TicketSealer.open`: the ticket, or the error code for a path segment that is invalid or expired. */
export type OpenedTicket =
  | { readonly ok: true; readonly ticket: Ticket }
  | { readonly ok: false; readonly code: 'ticket_invalid' | 'ticket_expired' };

/** Encrypts tickets into the path segments of media links, and decrypts them. */
export interface TicketSealer {
  /**
   * Encrypts a ticket and returns the path segment of its media link: URL-safe and at most TICKET_MAX_CHARACTERS long. Throws
   * TicketTooLongError when it would be longer.
   */
  seal(ticket: Ticket): string;
  /** Decrypts a path segment. Returns an error code if the segment is invalid or expired. */
  open(segment: string): OpenedTicket;
}
