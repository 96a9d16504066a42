import type { ContentType } from '../src/shared/contract/content-type.ts';
import type { LinkKind } from '../src/shared/links/parsed-link.ts';

/** What is pasted, and what is understood. */
export interface LinkShape {
  readonly text: string;
  readonly platform: 'instagram' | 'tiktok';
  readonly kind: Exclude<LinkKind, 'sample'>;
  readonly id: string;
  readonly username: string | null;
  /** Canonical. */
  readonly url: string;
  /** The picture of a set it points at, from 1. */
  readonly itemIndex: number | null;
  /** Null for a link that does not say what it leads to. */
  readonly tab: ContentType | null;
  /** What the recognition line says. */
  readonly label: string;
}

/** One line per shape: what is pasted, then kind, id, username and canonical link; last the picture of a set. */
export type LinkRow = readonly [
  text: string,
  kind: LinkShape['kind'],
  id: string,
  username: string | null,
  url: string,
  itemIndex?: number,
];

const SAID: Readonly<Record<LinkShape['kind'], Pick<LinkShape, 'platform' | 'tab' | 'label'> | null>> = {
  post: { platform: 'instagram', tab: 'video', label: 'Instagram post' },
  reel: { platform: 'instagram', tab: 'reels', label: 'Instagram reel' },
  tv: { platform: 'instagram', tab: 'video', label: 'Instagram video' },
  story: { platform: 'instagram', tab: 'story', label: 'Instagram story' },
  highlight: { platform: 'instagram', tab: 'story', label: 'Instagram story' },
  video: { platform: 'tiktok', tab: 'video', label: 'TikTok video' },
  photo: { platform: 'tiktok', tab: 'photos', label: 'TikTok photos' },
  // Either platform's.
  share: null,
};

/** Gives what a row says, with what goes without saying for its kind. */
export const toShape = ([text, kind, id, username, url, picture]: LinkRow): LinkShape => {
  const shared = url.includes('tiktok')
    ? ({ platform: 'tiktok', tab: null, label: 'TikTok link' } as const)
    : ({ platform: 'instagram', tab: null, label: 'Instagram link' } as const);
  const said = SAID[kind] ?? shared;
  const tab = picture === undefined ? said.tab : 'photos';
  return { text, kind, id, username, url, itemIndex: picture ?? null, ...said, tab };
};
