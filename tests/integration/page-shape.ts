/** What a shape of a page is, for the tests that write it in other ways. */

/** A caption with everything that ends a string, a tag or a script too early. */
export const CAPTION = `It's "low" tide & wind </p> \\o/ [{"a":'b'}] 🌊\nsecond line`;

export type Reader = 'instagram page' | 'instagram embed' | 'tiktok page' | 'tiktok embed';
export interface PageShape {
  readonly name: string;
  readonly reader: Reader;
  /** The block of data; its own attribute, as recorded. */
  readonly data: unknown;
  readonly attribute: string;
  /** Fields a page may leave out: the post has to be read all the same. */
  readonly optional: readonly string[];
  /** What wraps the post and may be called otherwise. */
  readonly wrappers: readonly string[];
}
