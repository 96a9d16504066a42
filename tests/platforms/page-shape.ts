import type { EngineOutcome } from '../../src/server/platforms/failures.ts';

/** A caption with every character sequence that might end a string, a tag or a script too early. */
export const CAPTION = `It's "low" tide & wind </p> \\o/ [{"a":'b'}] 🌊\nsecond line`;

/** What reading a page yields: an outcome, or a step (`ok` is its name) that the reader takes next. */
export type PageOutcome = EngineOutcome | { readonly ok: string };

/** Recorded data of a page, which tests write in other forms. */
export interface PageShape {
  readonly name: string;
  /** Kinds of the files that it yields, in order. */
  readonly yields: string;
  /** Reads a page of this shape, as the platform's reader does. */
  readonly read: (html: string) => Promise<PageOutcome>;
  /** The data block; `attribute` is the recorded attribute of its script tag. */
  readonly data: unknown;
  readonly attribute: string;
  /** Fields that a page may omit without making the post unreadable. */
  readonly optional: readonly string[];
  /** Names of objects around the post that a page may change. */
  readonly wrappers: readonly string[];
}

/** Data of other posts that a page of this platform can contain. No reader may take it for the requested post. */
export interface OtherPosts {
  /** Names and values of a data block that holds another post. */
  readonly block: Readonly<Record<string, unknown>>;
  /**
   * Names and values of a data block with the id of the requested post, or with none, that holds nothing of it: the data of
   * the page's title, and an empty block.
   */
  readonly emptyCopies: Readonly<Record<string, unknown>>;
  /** Values that can stand anywhere in a page. */
  readonly values: readonly object[];
}
