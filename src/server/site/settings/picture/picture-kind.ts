/** Formats accepted for a logo. SVG is excluded because it can run scripts. */
export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

const AVIF_BRANDS = ['avif', 'avis'];

const text = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

/** Detects the format from the first bytes, ignoring file name and declared type; null for an unsupported format. */
export const pictureKind = (bytes: Buffer): PictureKind | null => {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (['GIF87a', 'GIF89a'].includes(text(bytes, 0, 6))) return 'gif';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  return text(bytes, 4, 8) === 'ftyp' && AVIF_BRANDS.includes(text(bytes, 8, 12)) ? 'avif' : null;
};
