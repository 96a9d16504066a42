import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { pictureHints } from '../address-hints.ts';
import type { EngineOutcome, ExtractedItem, UpstreamFile } from '../engine.ts';
import { CLIP_WITHHELD, failed, nonTerminal, withCause } from '../engine-failure.ts';
import { type JsonRecord, listOf, positiveOf, recordOf, textOf } from '../json-value.ts';
import { photoExtension } from '../media-url.ts';
import { readFile, readFormats } from './format-renditions.ts';

interface Picture {
  readonly file: UpstreamFile;
  readonly width: number | null;
  readonly height: number | null;
}

/** Real posts have some fifteen. */
const PICTURES_MAX = 50;

/** How much of the original a picture shows; one without a size is what the platform gives whole. */
const reachOf = ({ file, width }: Picture): readonly [whole: number, side: number] => {
  const { cropped, box } = pictureHints(new URL(file.url));
  return [Number(!cropped), width ?? box ?? Number.POSITIVE_INFINITY];
};

/**
 * The program lists pictures from the worst to the best, as far as it knows their sizes, and by their addresses where it does not.
 * Those of an item are fetched with the item's own headers.
 */
const bestPicture = (entry: JsonRecord): Picture | null => {
  const pictures = listOf(entry['thumbnails'])
    .slice(-PICTURES_MAX)
    .flatMap((value) => {
      const picture = recordOf(value);
      const file = picture === null ? null : readFile({ ...picture, http_headers: entry['http_headers'] });
      if (picture === null || file === null) return [];
      return [{ file, width: positiveOf(picture['width']), height: positiveOf(picture['height']) }];
    });
  return pictures.reduce<Picture | null>((best, picture) => {
    if (best === null) return picture;
    const [[whole, side], [bestWhole, bestSide]] = [reachOf(picture), reachOf(best)];
    return whole > bestWhole || (whole === bestWhole && side >= bestSide) ? picture : best;
  }, null);
};

const photoItem = (picture: Picture): ExtractedItem => ({
  kind: 'photo',
  thumbnail: picture.file,
  width: picture.width,
  height: picture.height,
  duration: null,
  renditions: [
    {
      source: picture.file,
      kind: 'photo',
      quality: null,
      extension: photoExtension(new URL(picture.file.url)),
      size: null,
      width: picture.width,
      height: picture.height,
      codec: null,
      bitrate: null,
      videoAvailable: false,
      audioAvailable: false,
      watermarked: false,
    },
  ],
});

/** A clip whose files are withheld has a length but no formats: its cover is not the post. */
const isPhoto = (entry: JsonRecord): boolean =>
  listOf(entry['formats']).length === 0 && positiveOf(entry['duration']) === null;

const readItem = (value: unknown, mayBePhoto: boolean): ExtractedItem[] => {
  const entry = recordOf(value);
  if (entry === null) return [];
  const picture = bestPicture(entry);
  if (mayBePhoto && isPhoto(entry)) return picture === null ? [] : [photoItem(picture)];
  const { renditions, duration } = readFormats(entry['formats']);
  // A sound alone is what is left of pictures the program cannot give.
  const film = renditions.find(({ kind }) => kind === 'video');
  if (film === undefined) return [];
  return [
    {
      kind: 'video',
      thumbnail: picture?.file ?? null,
      width: film.width,
      height: film.height,
      duration: positiveOf(entry['duration']) ?? duration,
      renditions,
    },
  ];
};

/** Instagram's title is 'Video by …', TikTok's is made up where the caption is empty: only the description is the post's own. */
const wordsOf = (post: JsonRecord, platform: ParsedLink['platform']) => ({
  username: textOf(post[platform === 'instagram' ? 'channel' : 'uploader']),
  caption: textOf(post['description']) ?? '',
});

/**
 * Reads the one JSON value the program prints for a link: a post, or a set of entries. Gives a failure where it is another post or
 * cannot be saved whole.
 */
export const readPost = (value: JsonRecord, link: ParsedLink): EngineOutcome => {
  if (textOf(value['id']) !== link.id) return withCause(failed('page_unreadable'), 'other_post');
  const isSet = value['_type'] === 'playlist';
  const all = isSet ? listOf(value['entries']) : [value];
  const entries = all.slice(0, POST_ITEMS_MAX);
  // Without an account Instagram often withholds a clip's length as well: what a link calls a reel is no photo.
  const mayBePhoto = link.platform === 'instagram' && (isSet || link.kind === 'post');
  const items = entries.flatMap((entry) => readItem(entry, mayBePhoto));
  // A set short of one part would pass for the whole.
  if (items.length === 0 || items.length < entries.length)
    return !isSet && positiveOf(value['duration']) !== null
      ? CLIP_WITHHELD
      : withCause(nonTerminal('no_media'), 'no_files');
  return {
    ok: true,
    post: {
      id: link.id,
      ...wordsOf(value, link.platform),
      thumbnail: items[0]?.thumbnail ?? null,
      duration: items[0]?.duration ?? null,
      items,
      ...(isSet ? { statedItems: all.length, isPicturePost: true as const } : {}),
    },
  };
};
