import type { ContentType } from '../src/shared/contract/content-type.ts';
import type { LinkKind } from '../src/shared/links/parsed-link.ts';
import type { PlatformId } from '../src/shared/platforms/platforms.ts';

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

const BY_KIND: Readonly<Record<LinkShape['kind'], Pick<LinkShape, 'platform' | 'tab' | 'label'> | null>> = {
  post: { platform: 'instagram', tab: 'video', label: 'Instagram post' },
  reel: { platform: 'instagram', tab: 'reels', label: 'Instagram reel' },
  tv: { platform: 'instagram', tab: 'video', label: 'Instagram video' },
  story: { platform: 'instagram', tab: 'story', label: 'Instagram story' },
  highlight: { platform: 'instagram', tab: 'story', label: 'Instagram story' },
  video: { platform: 'tiktok', tab: 'video', label: 'TikTok video' },
  photo: { platform: 'tiktok', tab: 'photos', label: 'TikTok photos' },
  // Share links exist on both platforms.
  share: null,
};

/** Expands a table row to a full expectation, adding the platform, tab and label that follow from its kind. */
export const toShape = ([text, kind, id, username, url, picture]: LinkRow): LinkShape => {
  const shared = url.includes('tiktok')
    ? ({ platform: 'tiktok', tab: null, label: 'TikTok link' } as const)
    : ({ platform: 'instagram', tab: null, label: 'Instagram link' } as const);
  const known = BY_KIND[kind] ?? shared;
  const tab = picture === undefined ? known.tab : 'photos';
  return { text, kind, id, username, url, itemIndex: picture ?? null, ...known, tab };
};
