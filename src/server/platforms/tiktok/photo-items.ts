import type { MediaSource } from '../../outbound/media-source.ts';
import { type ExtractedItem, emptyRendition, type Rendition } from '../reading/extracted-post.ts';
import { photoExtension } from '../reading/media-url.ts';
import { pictureFile } from './tiktok-file.ts';

/** Picture of a slideshow. */
export interface ReadPicture {
  /** Field with the alternative URLs, unvalidated. */
  readonly file: unknown;
  readonly width: number | null;
  readonly height: number | null;
}

/** Creates an item for each picture of a slideshow that has a usable URL. */
export function photoItems(pictures: readonly ReadPicture[]): readonly ExtractedItem[] {
  return pictures.flatMap(({ file, width, height }) => {
    const source = pictureFile(file);
    if (source === null) return [];
    const extension = photoExtension(new URL(source.url));
    const rendition = { ...emptyRendition('photo', source), extension, width, height };
    return [{ kind: 'photo', thumbnail: source, width, height, duration: null, renditions: [rendition] }];
  });
}

/** Creates the sound item of a slideshow; an empty array if it has no sound. `duration` is in seconds. */
export function soundItem(
  renditions: readonly Rendition[],
  thumbnail: MediaSource | null,
  duration: number | null,
): readonly ExtractedItem[] {
  if (renditions.length === 0) return [];
  return [{ kind: 'audio', thumbnail, width: null, height: null, duration, renditions }];
}
