import { ownEntry } from '#shared/own-entry.ts';
import { emptyRendition, type Rendition } from '../reading/extracted-post.ts';
import { fileWithoutHeaders } from './tiktok-file.ts';

const EXTENSION_BY_TYPE: Readonly<Record<string, string>> = {
  audio_mpeg: 'mp3',
  audio_mp3: 'mp3',
  audio_mp4: 'm4a',
  audio_m4a: 'm4a',
};

/** Creates the rendition of the sound of a post; an empty array for muted and commercial sounds, whose URL is ''. `field` has its URLs. */
export function soundRendition(field: unknown): readonly Rendition[] {
  const source = fileWithoutHeaders(field);
  if (source === null) return [];
  const url = new URL(source.url);
  const ending = /\.(mp3|m4a)$/i.exec(url.pathname)?.[1]?.toLowerCase();
  return [
    {
      ...emptyRendition('audio', source),
      extension: ownEntry(EXTENSION_BY_TYPE, url.searchParams.get('mime_type') ?? '') ?? ending ?? null,
    },
  ];
}
