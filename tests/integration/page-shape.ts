/** A page shape: recorded page data that tests write in other forms. */

/** A caption with every character sequence that might end a string, a tag or a script too early. */
export const CAPTION = `It's "low" tide & wind </p> \\o/ [{"a":'b'}] 🌊\nsecond line`;

export type Reader = 'instagram page' | 'instagram embed' | 'tiktok page' | 'tiktok embed';
export interface PageShape {
  readonly name: string;
  readonly reader: Reader;
  /** The data block; `attribute` is the recorded attribute of its script tag. */
  readonly data: unknown;
  readonly attribute: string;
  /** Fields that a page may omit without making the post unreadable. */
  readonly optional: readonly string[];
  /** Names of objects around the post that a page may change. */
  readonly wrappers: readonly string[];
}
