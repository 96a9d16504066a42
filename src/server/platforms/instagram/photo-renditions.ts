import { emptyRendition, type Rendition } from '../reading/extracted-post.ts';
import { positiveOf, shortListOf, valueAt } from '../reading/json-value.ts';
import { mediaUrl, photoExtension } from '../reading/media-url.ts';
import { cdnFile, readPictureHints } from './instagram-file.ts';

/**
 * Creates the renditions of one picture, the original size first. Omits square crops unless there is nothing else. `addresses` are URLs
 * or objects with `url`, `width` and `height`; `original` is the size of the original in pixels.
 */
export function photoRenditions(
  addresses: readonly unknown[],
  original: { readonly width: number | null; readonly height: number | null },
): readonly Rendition[] {
  const all = uniqueByAddress(addresses.flatMap((address) => toCandidate(address)));
  const whole = all.filter((candidate) => !candidate.cropped);
  return (whole.length > 0 ? whole : all)
    .sort((first, second) => (second.box ?? Infinity) - (first.box ?? Infinity))
    .map(({ source, box, url, cropped, width, height }) => ({
      ...emptyRendition('photo', source),
      quality: box === null ? null : `${box}px`,
      extension: photoExtension(url),
      width: width ?? (box === null && !cropped ? original.width : null),
      height: height ?? (box === null && !cropped ? original.height : null),
    }));
}

/** Returns whether one of the addresses is that of a picture that is not cropped. */
export function hasWholePicture(addresses: readonly unknown[]): boolean {
  return addresses.flatMap((address) => toCandidate(address)).some(({ cropped }) => !cropped);
}

/** Returns the sizes and crops of one picture under `image_versions2` of a media object, unchecked, in the platform's order; empty if it has none. */
export function candidatesOf(media: unknown): readonly unknown[] {
  return shortListOf(valueAt(media, 'image_versions2', 'candidates'));
}

function toCandidate(candidate: unknown) {
  const address = typeof candidate === 'string' ? candidate : valueAt(candidate, 'url');
  const url = mediaUrl(address);
  const source = cdnFile(address);
  if (url === null || source === null) return [];
  return [
    {
      url,
      source,
      // Pages often omit the size of photos; the URL states the box that the picture was scaled to fit.
      ...readPictureHints(url),
      width: positiveOf(valueAt(candidate, 'width')),
      height: positiveOf(valueAt(candidate, 'height')),
    },
  ];
}

function uniqueByAddress<
  T extends { readonly url: URL; readonly box: number | null; readonly cropped: boolean },
>(candidates: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const candidate of candidates) {
    const key = `${candidate.url.pathname} ${candidate.box} ${candidate.cropped}`;
    if (!seen.has(key)) seen.set(key, candidate);
  }
  return [...seen.values()];
}
