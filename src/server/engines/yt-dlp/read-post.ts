import { POST_ITEMS_MAX } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import { type EngineOutcome, failed } from '../../platforms/reading/engine-outcome.ts';
import {
  type ExtractedItem,
  emptyRendition,
  hasOnlyWatermarked,
  NOTHING_STATED,
} from '../../platforms/reading/extracted-post.ts';
import { type JsonRecord, listOf, positiveOf, recordOf, textOf } from '../../platforms/reading/json-value.ts';
import { photoExtension } from '../../platforms/reading/media-url.ts';
import type { ServerPlatform, YtDlpPlatform } from '../../platforms/server-platform.ts';
import { readFile, readFormats } from './format-renditions.ts';

/** Picture of an entry; width and height in pixels. */
interface Picture {
  readonly file: UpstreamFile;
  readonly width: number | null;
  readonly height: number | null;
}

/** Maximum number of pictures to read per entry; real posts have about fifteen. */
const PICTURES_MAX = 50;

/**
 * Returns how much of the original a picture shows: 1 if it is uncropped, otherwise 0, and its width or box in pixels. A picture without
 * a size is the platform's original.
 */
const reachOf = (
  { file, width }: Picture,
  { delivery }: ServerPlatform,
): readonly [whole: number, side: number] => {
  const hints = delivery.pictureHints?.(new URL(file.url));
  return [Number(hints?.cropped !== true), width ?? hints?.box ?? Number.POSITIVE_INFINITY];
};

/**
 * Returns the best picture of an entry, null if there is none. yt-dlp lists pictures from worst to best if it knows their sizes, and
 * otherwise sorted by URL. Pictures are requested with the headers of their entry.
 */
const bestPicture = (entry: JsonRecord, platform: ServerPlatform): Picture | null => {
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
    const [[whole, side], [bestWhole, bestSide]] = [reachOf(picture, platform), reachOf(best, platform)];
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
      ...emptyRendition('photo', picture.file),
      extension: photoExtension(new URL(picture.file.url)),
      width: picture.width,
      height: picture.height,
    },
  ],
});

/** Returns whether an entry is a photo. A clip whose files are withheld also has no formats, but a duration. */
const isPhoto = (entry: JsonRecord): boolean =>
  listOf(entry['formats']).length === 0 && positiveOf(entry['duration']) === null;

const readItem = (value: unknown, mayBePhoto: boolean, platform: YtDlpPlatform): ExtractedItem[] => {
  const entry = recordOf(value);
  if (entry === null) return [];
  const picture = bestPicture(entry, platform);
  if (mayBePhoto && isPhoto(entry)) return picture === null ? [] : [photoItem(picture)];
  const { renditions, duration } = readFormats(entry['formats'], platform);
  // An entry with only sound belongs to a photo post, whose pictures yt-dlp cannot read.
  const video = renditions.find(({ kind }) => kind === 'video');
  if (video === undefined) return [];
  return [
    {
      kind: 'video',
      thumbnail: picture?.file ?? null,
      width: video.width,
      height: video.height,
      duration: positiveOf(entry['duration']) ?? duration,
      renditions,
    },
  ];
};

/** Returns the handle and caption. The caption is the description: Instagram's title is 'Video by …', and TikTok's is generated if the caption is empty. */
const textsOf = (post: JsonRecord, { ytDlp }: YtDlpPlatform) => ({
  username: textOf(post[ytDlp.handleField]),
  caption: textOf(post['description']) ?? '',
});

/**
 * Converts the JSON that yt-dlp prints for a link, a post or a set of entries, to a post. Returns a failure if it describes another post
 * or lacks the files of an item.
 */
export const readPost = (value: JsonRecord, link: ParsedLink, platform: YtDlpPlatform): EngineOutcome => {
  if (textOf(value['id']) !== link.id) return failed('wrong_post');
  const isSet = value['_type'] === 'playlist';
  const all = isSet ? listOf(value['entries']) : [value];
  const entries = all.slice(0, POST_ITEMS_MAX);
  const mayBePhoto = platform.ytDlp.mayBePhoto(link, isSet);
  const items = entries.flatMap((entry) => readItem(entry, mayBePhoto, platform));
  // An incomplete set must not look complete.
  if (items.length === 0 || items.length < entries.length)
    return !isSet && positiveOf(value['duration']) !== null ? failed('clip_withheld') : failed('no_media');
  if (hasOnlyWatermarked(items)) return failed('watermarked_only');
  return {
    ok: true,
    post: {
      id: link.id,
      ...textsOf(value, platform),
      thumbnail: items[0]?.thumbnail ?? null,
      duration: items[0]?.duration ?? null,
      items,
      ...NOTHING_STATED,
      statedItems: isSet ? all.length : null,
      isPicturePost: isSet,
    },
  };
};
