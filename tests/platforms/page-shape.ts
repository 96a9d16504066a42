import type { EngineOutcome } from '../../src/server/extraction/engine-outcome.ts';

/** A caption with every character sequence that might end a string, a tag or a script too early. */
export const CAPTION = `It's "low" tide & wind </p> \\o/ [{"a":'b'}] 🌊\nsecond line`;

/** What reading a page yields: an outcome, or a step (`ok` is its name) that the reader takes next. */
export type PageOutcome = EngineOutcome | { readonly ok: string };

/** Recorded data of a page, which tests write in other forms. */
export interface PageShape {
  readonly name: string;
  /** Reads a page of this shape, as the platform's reader does. */
  readonly read: (html: string) => PageOutcome;
  /** The data block; `attribute` is the recorded attribute of its script tag. */
  readonly data: unknown;
  readonly attribute: string;
  /** Fields that a page may omit without making the post unreadable. */
  readonly optional: readonly string[];
  /** Names of objects around the post that a page may change. */
  readonly wrappers: readonly string[];
}
