import type { PlatformId } from '../../src/shared/platforms/platforms.ts';
import type { MediaBody } from './media-body.ts';

/** One downloadable rendition of an item, at the path the mock platforms serve it from. */
export interface MockRendition {
  readonly kind: 'video' | 'photo' | 'audio' | 'captions';
  readonly quality: string;
  readonly extension: 'mp4' | 'mp3' | 'm4a' | 'jpg' | 'vtt';
  readonly host: string;
  /** The path belongs to this file alone, on whatever delivery host it is requested. */
  readonly path: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly codec: 'h264' | 'h265' | null;
  readonly bitrate: number | null;
  readonly videoAvailable: boolean;
  readonly audioAvailable: boolean;
  readonly body: MediaBody;
  /** The body of every smaller or cropped version of a picture: one small file with the same motif. */
  readonly smaller: MediaBody | null;
}

export interface MockItem {
  readonly kind: 'video' | 'photo' | 'audio';
  readonly width: number | null;
  readonly height: number | null;
  /** Duration in seconds. */
  readonly duration: number | null;
  readonly cover: MockRendition | null;
  /** Renditions on the public page, best first. */
  readonly renditions: readonly MockRendition[];
  /** Renditions from the provider API. */
  readonly provided: readonly MockRendition[];
}

/** Caption file of a video, as its page names it. */
export interface MockCaptions {
  /** TikTok's code of the language: 'eng-US'. */
  readonly language: string;
  readonly origin: 'author' | 'spoken' | 'translated';
  readonly format: string;
  /** Lists of the page that name the file. */
  readonly listedIn: readonly ('claInfo' | 'subtitleInfos')[];
  readonly file: MockRendition;
  /** The delivery network does not have the file. */
  readonly isLost?: true;
}

export interface MockPost {
  readonly name: string;
  readonly platform: PlatformId;
  readonly kind: 'reel' | 'photo' | 'set' | 'mixed' | 'video' | 'pictures';
  readonly id: string;
  /** Links to the post; the first is the one a person would copy. */
  readonly links: readonly [string, ...string[]];
  readonly username: string;
  readonly fullName: string;
  readonly caption: string;
  /** Duration in seconds. */
  readonly duration: number | null;
  readonly items: readonly MockItem[];
  readonly captions?: readonly MockCaptions[];
  /** Parts that a real page sometimes lacks. */
  readonly lacks?: 'bitrateInfo' | 'desktopImages' | 'page';
}
