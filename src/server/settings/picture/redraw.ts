import sharp, { type Metadata, type Sharp } from 'sharp';
import {
  LOGO_DATA_URL_MAX_CHARACTERS,
  LOGO_EDGE_MAX_PX,
  LOGO_MAX_PIXELS,
  LOGO_SMALL_EDGE_PX,
  LOGO_TIMEOUT_MS,
} from '#shared/limits.ts';
import type { PictureKind } from './picture-kind.ts';

/** A picture drawn anew: WebP without anything but its pixels. Sizes in pixels. */
export interface Redrawn {
  readonly bytes: Uint8Array;
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

/** The last one small enough is taken; a picture of noise is hardly smaller than its pixels. */
const SMALL_FORMS = [
  { edge: LOGO_SMALL_EDGE_PX, quality: 85 },
  { edge: LOGO_SMALL_EDGE_PX, quality: 50 },
  { edge: LOGO_SMALL_EDGE_PX / 2, quality: 50 },
] as const;

const LOSSLESS_MAX_BYTES = 256 * 1024;
const QUALITY = 90;

/** What a picture's decoder keeps of it at once differs by a factor of twenty: so do the pixels it may have. */
const pixelsMax = (kind: PictureKind, { isProgressive }: Metadata): number => {
  if (kind === 'avif') return LOGO_MAX_PIXELS.avif;
  return kind === 'gif' || isProgressive === true ? LOGO_MAX_PIXELS.whole : LOGO_MAX_PIXELS.inLines;
};

const inside = (picture: Sharp, edge: number): Sharp =>
  picture.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });

const drawSmall = async (full: Buffer): Promise<string> => {
  let url = '';
  for (const { edge, quality } of SMALL_FORMS) {
    const bytes = await inside(sharp(full), edge).webp({ quality }).toBuffer();
    url = `data:image/webp;base64,${bytes.toString('base64')}`;
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
    const told = await open(LOGO_MAX_PIXELS.inLines).metadata();
    if (told.width * told.height > pixelsMax(kind, told)) return null;
    const upright = inside(open(pixelsMax(kind, told)).autoOrient(), LOGO_EDGE_MAX_PX);
    const drawn = await upright
      .timeout({ seconds: LOGO_TIMEOUT_MS / 1_000 })
      .webp({ lossless: true })
      .toBuffer({ resolveWithObject: true });
    const isLight = drawn.data.length <= LOSSLESS_MAX_BYTES;
    const bytes = isLight ? drawn.data : await sharp(drawn.data).webp({ quality: QUALITY }).toBuffer();
    const { width, height } = drawn.info;
    return { bytes, width, height, thumbnail: await drawSmall(drawn.data) };
  } catch {
    return null;
  }
};
