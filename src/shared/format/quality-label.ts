import { mediaFacts } from '#messages/media-facts.ts';
import { text } from '../messages/text.ts';

/** Labels by the lower-case names that extraction services give to qualities. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['hd', '720p HD'],
  ['full hd', '1080p Full HD'],
  ['128kbps', text(mediaFacts, 'audio')],
  ['medium', '480p'],
  ['low', '360p'],
]);

/** Standard resolutions by short side in pixels, with their common labels. */
const STANDARD_RESOLUTIONS = [
  { side: 360, label: '360p' },
  { side: 480, label: '480p' },
  { side: 540, label: '540p' },
  { side: 720, label: '720p HD' },
  { side: 1_080, label: '1080p Full HD' },
] as const;
/**
 * A side that differs from the nearest standard resolution by more than this share of it gets a label with its own number: 2160 is not
 * 1080p.
 */
const NEAREST_TOLERANCE = 0.2;

const AUDIO_EXTENSIONS: ReadonlySet<string> = new Set(['mp3', 'm4a', 'aac', 'ogg', 'wav']);

/** Returns the label of a provider's quality name, ignoring case; an unknown name is returned unchanged. */
export const qualityLabel = (quality: string): string => LABELS.get(quality.toLowerCase()) ?? quality;

/**
 * Returns the standard resolution nearest to a video's short side in pixels: `quality` '1080p' and `label` '1080p Full HD'. A side that is
 * more than 20 % away from it keeps its own number, such as '2160p'. Returns null if the side is unknown.
 */
export const qualityForShortSide = (
  shortSide: number,
): { readonly quality: string; readonly label: string } | null => {
  const side = Number.isFinite(shortSide) ? Math.round(shortSide) : 0;
  if (side <= 0) return null;
  const nearest = STANDARD_RESOLUTIONS.reduce((best, next) =>
    Math.abs(next.side - side) < Math.abs(best.side - side) ? next : best,
  );
  if (Math.abs(nearest.side - side) > nearest.side * NEAREST_TOLERANCE)
    return { quality: `${side}p`, label: `${side}p` };
  return { quality: `${nearest.side}p`, label: nearest.label };
};

/**
 * Returns the description under a quality's label: a fixed text for audio, 1080p, 720p and 480p, else the dimensions, else the file
 * extension in capitals.
 */
export const qualityLegend = (
  label: string,
  file: {
    readonly width?: number | null | undefined;
    readonly height?: number | null | undefined;
    readonly extension: string;
    readonly quality?: string | undefined;
  },
): string => {
  if (label === text(mediaFacts, 'audio') || AUDIO_EXTENSIONS.has(file.extension.toLowerCase()))
    // The label does not prove a bit rate: audio of any bit rate has the same label.
    return file.quality?.toLowerCase() === '128kbps'
      ? text(mediaFacts, 'quality.audioAtRate')
      : text(mediaFacts, 'quality.audio');
  if (/^1080p\b/.test(label)) return text(mediaFacts, 'quality.best');
  if (/^720p\b/.test(label)) return text(mediaFacts, 'quality.balanced');
  if (/^480p\b/.test(label)) return text(mediaFacts, 'quality.small');
  const { width, height } = file;
  return width && height ? `${width}×${height}` : file.extension.toUpperCase();
};
