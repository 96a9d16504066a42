import type { MediaBody } from './media-body.ts';

export type MockPlatform = 'instagram' | 'tiktok';

/** One way to save one item, at the address the mock platforms serve it from. */
export interface MockRendition {
  readonly kind: 'video' | 'photo' | 'audio';
  readonly quality: string;
  readonly extension: 'mp4' | 'mp3' | 'm4a' | 'jpg';
  readonly host: string;
  /** Belongs to this file alone, on whatever delivery host it is asked for. */
  readonly path: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly codec: 'h264' | 'h265' | null;
  readonly bitrate: number | null;
  readonly videoAvailable: boolean;
  readonly audioAvailable: boolean;
  readonly body: MediaBody;
  /** What every smaller or cropped version of a picture gives: one small file of the same motif. */
  readonly smaller: MediaBody | null;
}

export interface MockItem {
  readonly kind: 'video' | 'photo' | 'audio';
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly cover: MockRendition | null;
  /** What the public page offers, best first. */
  readonly renditions: readonly MockRendition[];
  /** What the provider API offers. */
  readonly provided: readonly MockRendition[];
}

export interface MockPost {
  readonly name: string;
  readonly platform: MockPlatform;
  readonly kind: 'reel' | 'photo' | 'set' | 'mixed' | 'video' | 'pictures';
  /** Shortcode, or the 19 digits of TikTok. */
  readonly id: string;
  /** The first is the one a person would copy. */
  readonly links: readonly [string, ...string[]];
  readonly username: string;
  readonly fullName: string;
  readonly caption: string;
  /** Seconds. */
  readonly duration: number | null;
  readonly items: readonly MockItem[];
  /** Parts a real page leaves out now and then. */
  readonly lacks?: 'bitrateInfo' | 'desktopImages' | 'page';
}
