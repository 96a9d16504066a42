import sharp, { type Metadata, type Sharp } from 'sharp';
import {
  LOGO_DATA_URL_MAX_CHARACTERS,
  LOGO_EDGE_MAX_PX,
  LOGO_MAX_PIXELS,
  LOGO_SMALL_EDGE_PX,
  LOGO_TIMEOUT_MS,
} from '#shared/limits.ts';
import type { PictureKind } from './picture-kind.ts';

/** A picture drawn anew, without anything but its pixels. Sizes in pixels. */
export interface Redrawn {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** The small one, as a data URL. */
  readonly thumbnail: string;
}

// Nothing is read but the five kinds; above all not what leads to other files or runs (SVG, PDF, ImageMagick's many).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((loader) => `VipsForeignLoad${loader}`),
});
sharp.cache(false);
sharp.concurrency(1);

/** Drawings of few colours are sharp and small as PNG; everything else is much smaller as WebP. */
const PNG_MAX_BYTES = 128 * 1024;
const SMALL_PNG_MAX_BYTES = 16 * 1024;
const QUALITY = 90;

/** The first one light enough is taken; a picture of noise is hardly lighter than its pixels. */
const SMALL_FORMS = [
  { edge: LOGO_SMALL_EDGE_PX, quality: 85 },
  { edge: LOGO_SMALL_EDGE_PX, quality: 50 },
  { edge: LOGO_SMALL_EDGE_PX / 2, quality: 50 },
] as const;

/** What a picture's decoder keeps of it at once differs by a factor of twenty: so do the pixels it may have. */
const pixelsMax = (kind: PictureKind, { isProgressive }: Metadata): number => {
  if (kind === 'avif') return LOGO_MAX_PIXELS.avif;
  return kind === 'gif' || isProgressive === true ? LOGO_MAX_PIXELS.whole : LOGO_MAX_PIXELS.inLines;
};

const inside = (picture: Sharp, edge: number): Sharp =>
  picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`;

const drawSmall = async (full: Buffer): Promise<string> => {
  const png = await inside(sharp(full), LOGO_SMALL_EDGE_PX).png({ compressionLevel: 9 }).toBuffer();
  if (png.length <= SMALL_PNG_MAX_BYTES) return dataUrl('image/png', png);
  let url = '';
  for (const { edge, quality } of SMALL_FORMS) {
    url = dataUrl('image/webp', await inside(sharp(full), edge).webp({ quality }).toBuffer());
    if (url.length <= LOGO_DATA_URL_MAX_CHARACTERS) break;
  }
  return url;
};

/**
 * Decodes a picture, of several frames the first, and draws it anew: upright, at most LOGO_EDGE_MAX_PX to a side. Null
 * for what cannot be decoded to its end, is larger than it may be, or takes too long.
 */
export const redraw = async (given: Buffer, kind: PictureKind): Promise<Redrawn | null> => {
  const open = (limitInputPixels: number): Sharp =>
    sharp(given, { limitInputPixels, sequentialRead: true, failOn: 'error', pages: 1, animated: false });
  try {
    // Read of the header alone: what it announces is refused before anything is made room for.
    const header = await open(LOGO_MAX_PIXELS.inLines).metadata();
    if (header.width * header.height > pixelsMax(kind, header)) return null;
    const upright = inside(open(pixelsMax(kind, header)).autoOrient(), LOGO_EDGE_MAX_PX);
    const { data: png, info } = await upright
      .timeout({ seconds: LOGO_TIMEOUT_MS / 1_000 })
      .png()
      .toBuffer({ resolveWithObject: true });
    const isLight = png.length <= PNG_MAX_BYTES;
    return {
      bytes: isLight ? png : await sharp(png).webp({ quality: QUALITY }).toBuffer(),
      type: isLight ? 'image/png' : 'image/webp',
      width: info.width,
      height: info.height,
      thumbnail: await drawSmall(png),
    };
  } catch {
    return null;
  }
};
