import sharp, { type Metadata, type OverlayOptions, type Sharp } from 'sharp';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { CANVAS_COLORS, LOGO_ICON_NAMES, type LogoIconName, SHARE_PICTURE } from '#shared/sharing.ts';
import type { PictureKind } from './picture-kind.ts';

/**
 * Maximum length in pixels of the longer side of a stored logo; LOGO_SMALL_EDGE_PX is that of its thumbnail, which pages contain as a data
 * URL of at most LOGO_DATA_URL_MAX_CHARACTERS.
 */
export const LOGO_EDGE_MAX_PX = 1_024;
const LOGO_SMALL_EDGE_PX = 256;
export const LOGO_DATA_URL_MAX_CHARACTERS = 64 * 1024;
/**
 * Pixel limits of an uploaded picture by the memory its decoder needs: a few lines (JPEG, PNG, WebP), the whole picture
 * (progressive ones, GIF), or several copies of it (AVIF). Each limit amounts to about 120 MB.
 */
const LOGO_MAX_PIXELS = { inLines: 25_000_000, whole: 16_000_000, avif: 6_000_000 } as const;
/** Time limit for decoding a picture. */
const LOGO_TIMEOUT_MS = 5_000;

/** A re-encoded picture without metadata. Sizes in pixels. */
export interface RedrawnPicture {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  /** Small version as a data URL. */
  readonly thumbnail: string;
}

// Only the five formats are enabled; others can load files or run code (SVG, PDF, ImageMagick's formats).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((loader) => `VipsForeignLoad${loader}`),
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Sizes of a picture and of its thumbnail above which WebP replaces PNG: drawings with few colours are small as PNG, everything else is
 * not.
 */
const PNG_MAX_BYTES = 128 * 1024;
const SMALL_PNG_MAX_BYTES = 16 * 1024;
const QUALITY = 90;

/**
 * WebP settings of a thumbnail, in the order in which they are tried until the data URL is short enough (LOGO_DATA_URL_MAX_CHARACTERS).
 * Noise hardly compresses and needs the last one, which is used in any case.
 */
const SMALL_FORMS = [
  { edge: LOGO_SMALL_EDGE_PX, quality: 85 },
  { edge: LOGO_SMALL_EDGE_PX, quality: 50 },
  { edge: LOGO_SMALL_EDGE_PX / 2, quality: 50 },
] as const;

/** Returns the pixel limit of a picture (LOGO_MAX_PIXELS) by its format and by whether it is progressive. */
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
 * Decodes a picture (the first frame of several) and re-encodes it upright, at most LOGO_EDGE_MAX_PX on each side. Returns null
 * if it cannot be decoded completely, has too many pixels or takes too long.
 */
export const redraw = async (upload: Buffer, kind: PictureKind): Promise<RedrawnPicture | null> => {
  const open = (limitInputPixels: number): Sharp =>
    sharp(upload, { limitInputPixels, sequentialRead: true, failOn: 'error', pages: 1, animated: false });
  try {
    // Reads only the header: too large a picture is rejected before memory is allocated.
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

/** How an icon is drawn. */
interface IconForm {
  /** Side of the square icon in pixels. */
  readonly edge: number;
  /** Longer side of the logo within the icon, as a share of `edge`. */
  readonly innerShare: number;
  /**
   * Whether the icon gets a background, because the operating system that shows it fills transparent areas with black or cuts the icon to a
   * shape.
   */
  readonly needsGround: boolean;
}

const ICON_FORMS: Readonly<Record<LogoIconName, IconForm>> = {
  'favicon.png': { edge: 64, innerShare: 1, needsGround: false },
  'apple-touch-icon.png': { edge: 180, innerShare: 0.8, needsGround: true },
  'icon-192.png': { edge: 192, innerShare: 1, needsGround: false },
  'icon-512.png': { edge: 512, innerShare: 1, needsGround: false },
  // Shapes show at least a circle of 80 % of the edge: a square within it has 56 %.
  'icon-maskable-512.png': { edge: 512, innerShare: 0.56, needsGround: true },
};

/** The icons of a logo, as PNG. */
export type LogoIcons = Readonly<Record<LogoIconName, Uint8Array>>;

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

const drawIcon = async (
  logo: Buffer,
  { edge, innerShare, needsGround }: IconForm,
  fillsIcon: boolean,
): Promise<Buffer> => {
  const size = needsGround && !fillsIcon ? Math.round(edge * innerShare) : edge;
  const margin = edge - size;
  const background = needsGround ? CANVAS_COLORS.light : TRANSPARENT;
  const picture = sharp(logo)
    .resize({ width: size, height: size, fit: 'contain', background: TRANSPARENT })
    .extend({
      top: Math.floor(margin / 2),
      bottom: Math.ceil(margin / 2),
      left: Math.floor(margin / 2),
      right: Math.ceil(margin / 2),
      background: TRANSPARENT,
    });
  // In steps, as sharp would flatten before it extends.
  const square = await picture.png().toBuffer();
  return needsGround ? sharp(square).flatten({ background }).png().toBuffer() : square;
};

/**
 * Draws the icons of a logo that `redraw` has returned. A logo of any shape is shown whole, in the middle of a square. A square logo
 * without transparency fills the icons.
 */
export const drawIcons = async (logo: Buffer): Promise<LogoIcons> => {
  const { width, height } = await sharp(logo).metadata();
  const fillsIcon = width === height && (await sharp(logo).stats()).isOpaque;
  const icons: Partial<Record<LogoIconName, Uint8Array>> = {};
  for (const name of LOGO_ICON_NAMES) icons[name] = await drawIcon(logo, ICON_FORMS[name], fillsIcon);
  return icons as LogoIcons;
};

/** Title, logo and font that are drawn into the picture of shared links. */
export interface ShareMarks {
  readonly title: string;
  /** Logo that `redraw` has returned; null for the built-in mark. */
  readonly logo: Uint8Array | null;
  /** Path of the file with the font of the title. */
  readonly fontFile: string;
}

/** Place of the built-in mark in the picture, in pixels. */
const MARK = { left: 60, top: 513, edge: 72 } as const;
const LOGO_MAX_WIDTH = 420;
const TITLE = { pixels: 46, gap: 22, ink: '#151b16' } as const;
const PICTOGRAPHS = /\p{Extended_Pictographic}|\u{fe0f}|\u{200d}/gu;
/** Matches titles that consist of letters of the font. Another title is left out, because a server may have no font for its letters. */
const DRAWABLE = /^[ -~\u{a0}-\u{17f}–—‘’‚“”„•…€]+$/u;

/** Square in the background colour of the picture, which covers the built-in mark. */
const COVER: OverlayOptions = {
  input: { create: { width: 80, height: 80, channels: 3, background: CANVAS_COLORS.light } },
  left: MARK.left - 4,
  top: MARK.top - 4,
};

const drawPiece = (picture: Sharp, width: number) =>
  picture
    .resize({ width, height: MARK.edge, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });

/**
 * Draws the logo in the place of the built-in mark, and the title beside it, into the built-in picture (`picture`), and returns the result
 * as PNG. Without a logo the built-in mark stays. Leaves out a title with letters that the font lacks.
 */
export const drawSharePicture = async (
  picture: Buffer,
  { title, logo, fontFile }: ShareMarks,
): Promise<Uint8Array> => {
  const { left, top, edge } = MARK;
  const mark = logo === null ? null : await drawPiece(sharp(logo), LOGO_MAX_WIDTH);
  const titleLeft = left + (mark?.info.width ?? edge) + TITLE.gap;
  const drawable = title.replace(PICTOGRAPHS, '').trim();
  const text = `<span foreground="${TITLE.ink}">${escapeHtml(drawable)}</span>`;
  // A point is a pixel at 72 dots per inch.
  const written = { text, font: `Onest ${TITLE.pixels}`, fontfile: fontFile, dpi: 72, rgba: true };
  const name = DRAWABLE.test(drawable)
    ? await drawPiece(sharp({ text: written }), SHARE_PICTURE.width - left - titleLeft)
    : null;
  const layers = [
    { piece: mark, left },
    { piece: name, left: titleLeft },
  ].flatMap(({ piece, left }) =>
    piece === null ? [] : { input: piece.data, left, top: top + Math.round((edge - piece.info.height) / 2) },
  );
  const all = mark === null ? layers : [COVER, ...layers];
  return sharp(picture).composite(all).png().toBuffer();
};
