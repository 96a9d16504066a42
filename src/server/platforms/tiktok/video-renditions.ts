import {
  codecOf,
  emptyRendition,
  qualityName,
  type Rendition,
  shortSideOf,
} from '../reading/extracted-post.ts';
import { positiveOf, shortListOf, textOf, valueAt } from '../reading/json-value.ts';
import { type FileHeaders, videoFile } from './tiktok-file.ts';

/**
 * Creates the renditions of a video. Renditions in H.265 come last, because only H.264 plays everywhere. Ignores `downloadAddr`, whose file
 * has a watermark. `headers` are the request headers for the files.
 */
export function videoRenditions(video: unknown, headers: FileHeaders): readonly Rendition[] {
  const variants = shortListOf(valueAt(video, 'bitrateInfo')).flatMap((info) =>
    toVariant(info, video, headers),
  );
  const known = new Set(variants.map(({ source }) => new URL(source.url).pathname));
  // Without variants, this object contains the URL of the H.264 file.
  const struct =
    variants.length > 0 ? [] : toVariant({ PlayAddr: valueAt(video, 'PlayAddrStruct') }, video, headers);
  for (const { source } of struct) known.add(new URL(source.url).pathname);
  const main = mainRendition(video, headers).filter(({ source }) => !known.has(new URL(source.url).pathname));
  return [...variants, ...struct, ...main].sort(
    (first, second) =>
      Number(first.codec === 'h265') - Number(second.codec === 'h265') ||
      (sideOf(second) ?? 0) - (sideOf(first) ?? 0) ||
      (second.bitrate ?? 0) - (first.bitrate ?? 0),
  );
}

type VideoRendition = Rendition & { readonly source: { readonly kind: 'upstream'; readonly url: string } };

function toVariant(info: unknown, video: unknown, headers: FileHeaders): VideoRendition[] {
  const address = valueAt(info, 'PlayAddr');
  const key = textOf(valueAt(address, 'UrlKey')) ?? '';
  const codec = codecOf(`${textOf(valueAt(info, 'CodecType')) ?? ''} ${key}`);
  return toRendition({
    file: address,
    headers,
    codec,
    size: positiveOf(valueAt(address, 'DataSize')),
    width: positiveOf(valueAt(address, 'Width')),
    height: positiveOf(valueAt(address, 'Height')),
    bitrate: positiveOf(valueAt(info, 'Bitrate')),
    statedQuality: textOf(valueAt(video, 'definition')),
    // TikTok's "dash" entries are complete MP4 files without sound.
    isSilent: textOf(valueAt(info, 'Format'))?.toLowerCase() === 'dash',
  });
}

function mainRendition(video: unknown, headers: FileHeaders): VideoRendition[] {
  return toRendition({
    file: valueAt(video, 'playAddr'),
    headers,
    codec: codecOf(textOf(valueAt(video, 'codecType')) ?? ''),
    size: positiveOf(valueAt(video, 'size')),
    width: positiveOf(valueAt(video, 'width')),
    height: positiveOf(valueAt(video, 'height')),
    bitrate: positiveOf(valueAt(video, 'bitrate')),
    statedQuality: textOf(valueAt(video, 'definition')) ?? textOf(valueAt(video, 'ratio')),
    isSilent: false,
  });
}

function toRendition(found: {
  readonly file: unknown;
  readonly headers: FileHeaders;
  readonly codec: Rendition['codec'];
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly bitrate: number | null;
  readonly statedQuality: string | null;
  readonly isSilent: boolean;
}): VideoRendition[] {
  const { size, width, height, bitrate, codec } = found;
  const source = videoFile(found.file, found.headers);
  // No browser plays H.266 yet.
  if (source === null || codec === 'h266') return [];
  const side = shortSideOf(width, height);
  return [
    {
      ...emptyRendition('video', source),
      source,
      quality: side === null ? found.statedQuality : qualityName(side),
      extension: 'mp4',
      size,
      width,
      height,
      codec,
      bitrate,
      audioAvailable: !found.isSilent,
    },
  ];
}

function sideOf({ width, height }: Rendition): number | null {
  return shortSideOf(width, height);
}
