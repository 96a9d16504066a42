import type { ContentType } from '../../src/shared/contract/content-type.ts';
import type { LinkKind } from '../../src/shared/links/parsed-link.ts';
import type { PlatformId } from '../../src/shared/platforms/platforms.ts';

/** A pasted text and what the link parser must make of it. */
export interface LinkShape {
  readonly text: string;
  readonly platform: PlatformId;
  readonly kind: Exclude<LinkKind, 'sample'>;
  readonly id: string;
  readonly username: string | null;
  /** The canonical URL. */
  readonly url: string;
  /** The picture of a set that the link points at, counted from 1; null for the whole post. */
  readonly itemIndex: number | null;
  /** The content type the link names; null when the link does not say. */
  readonly tab: ContentType | null;
  /** The text of the recognition line under the link field. */
  readonly label: string;
}

/** One row of the table: the pasted text, then the expected kind, id, username, canonical URL and picture number. */
export type LinkRow = readonly [
  text: string,
  kind: LinkShape['kind'],
  id: string,
  username: string | null,
  url: string,
  itemIndex?: number,
];

/** Every shape of a platform's links that people paste. */
export interface LinkTable {
  /** Tab and label of each kind of link in the rows. */
  readonly kinds: Readonly<Partial<Record<LinkShape['kind'], Pick<LinkShape, 'tab' | 'label'>>>>;
  /** Links pasted on their own. */
  readonly links: readonly LinkRow[];
  /** Links pasted with text and punctuation around them. */
  readonly linksInText: readonly LinkRow[];
}

/** Expands a row to a full expectation. Throws if the table does not describe its kind. */
export const toShape = (
  platform: PlatformId,
  { kinds }: LinkTable,
  [text, kind, id, username, url, picture]: LinkRow,
): LinkShape => {
  const known = kinds[kind];
  if (known === undefined) throw new Error(`the kind ${kind} of ${platform} is not described`);
  const tab = picture === undefined ? known.tab : 'photos';
  return { text, platform, kind, id, username, url, itemIndex: picture ?? null, ...known, tab };
};
