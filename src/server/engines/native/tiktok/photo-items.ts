import type { ExtractedItem, MediaSource, Rendition } from '../../engine.ts';
import { photoExtension } from '../../media-url.ts';
import { pictureFile } from './tiktok-file.ts';

export interface ReadPicture {
  readonly addresses: unknown;
  readonly width: number | null;
  readonly height: number | null;
}

/** Gives one item for each picture of a slideshow that has a usable address. */
export function photoItems(pictures: readonly ReadPicture[]): readonly ExtractedItem[] {
  return pictures.flatMap(({ addresses, width, height }) => {
    const source = pictureFile(addresses);
    if (source === null) return [];
    const rendition: Rendition = {
      source,
      kind: 'photo',
      quality: null,
      extension: photoExtension(new URL(source.url)),
      size: null,
      width,
      height,
      codec: null,
      bitrate: null,
      videoAvailable: false,
      audioAvailable: false,
      watermarked: false,
    };
    return [{ kind: 'photo', thumbnail: source, width, height, duration: null, renditions: [rendition] }];
  });
}

/** Gives the sound of a slideshow as its last item, none where it has no sound. */
export function soundItem(
  renditions: readonly Rendition[],
  thumbnail: MediaSource | null,
  duration: number | null,
): readonly ExtractedItem[] {
  if (renditions.length === 0) return [];
  return [{ kind: 'audio', thumbnail, width: null, height: null, duration, renditions }];
}
