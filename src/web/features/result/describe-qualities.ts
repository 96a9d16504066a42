import { mediaFacts } from '#messages/media-facts.ts';
import { resultCard } from '#messages/result-card.ts';
import type { PostItem, Quality, VideoCodec } from '#shared/contract/preview.ts';
import { formatSize } from '#shared/format/bytes.ts';
import { text } from '#shared/messages/text.ts';

type Sized = Pick<Quality, 'size' | 'sizeKnown' | 'sizeGuessed'>;

const countOf = (texts: readonly string[], wanted: string): number =>
  texts.filter((one) => one === wanted).length;

/**
 * Returns the size of each file as text. Null for a file whose size would mislead: its size is only guessed and those of other files are
 * too, or its estimate reads like that of another file.
 */
export function sizesOf(files: readonly Sized[]): readonly (string | null)[] {
  const texts = files.map((file) => formatSize(file));
  const estimates = texts.filter((_, index) => files[index]?.sizeKnown === false);
  const guesses = files.filter(({ sizeGuessed }) => sizeGuessed).length;
  return files.map((file, index) => {
    const own = texts[index] ?? null;
    if (file.sizeKnown) return own;
    const isRepeated = own !== null && countOf(estimates, own) > 1;
    return isRepeated || (file.sizeGuessed === true && guesses > 1) ? null : own;
  });
}

const CODEC_NAMES: Readonly<Record<VideoCodec, string>> = {
  h264: 'H.264',
  h265: 'H.265',
  vp9: 'VP9',
  av1: 'AV1',
};
const KILO = 1_000;
const MEGA = 1_000_000;

const bitrateText = (bitrate: number): string =>
  bitrate < MEGA
    ? text(mediaFacts, 'bitrate.kilo', { rate: Math.round(bitrate / KILO) })
    : text(mediaFacts, 'bitrate.mega', { rate: (bitrate / MEGA).toFixed(1) });

type Described = Pick<Quality, 'label' | 'width' | 'height' | 'codec' | 'bitrate' | 'extension'>;

/** Functions that describe one fact about a file, in the order in which the facts are shown; null for an unknown fact. */
const FACTS: readonly ((file: Described) => string | null)[] = [
  ({ width, height }) => (width && height ? `${width}×${height}` : null),
  ({ codec }) => (codec === undefined ? null : CODEC_NAMES[codec]),
  ({ bitrate }) => (bitrate === undefined || bitrate <= 0 ? null : bitrateText(bitrate)),
  ({ extension }) => extension.toUpperCase(),
];

/**
 * Returns, for each file, the facts that distinguish it from other files with the same label, such as '1080×1920, H.265'; an empty text if
 * no other file has its label. Files that no known fact distinguishes are numbered.
 */
export function differencesOf(files: readonly Described[]): readonly string[] {
  return files.map((file) => {
    const same = files.filter(({ label }) => label === file.label);
    if (same.length === 1) return '';
    const useful = FACTS.filter((fact) => new Set(same.map(fact)).size > 1);
    const describe = (one: Described): string => useful.flatMap((fact) => fact(one) ?? []).join(', ');
    const own = describe(file);
    const isUnique = own !== '' && countOf(same.map(describe), own) === 1;
    const number = text(mediaFacts, 'fileNumber', { number: same.indexOf(file) + 1 });
    return isUnique ? own : [own, number].filter(Boolean).join(', ');
  });
}

/** Returns the label of a quality without its additions: '720p' for '720p HD, H.265'. */
const baseLabel = ({ label }: Pick<Quality, 'label'>): string =>
  /^\d+p\b/u.exec(label)?.[0] ?? label.replace(/, H\.265$/u, '');

/**
 * Returns the label and legend of a file in H.265, which older programs do not play; null for any other codec. The legend says that the
 * file is smaller if the item has a larger file of equal quality in another codec.
 */
export function newerFormatOf(
  { qualities }: Pick<PostItem, 'qualities'>,
  file: Quality,
): { readonly label: string; readonly legend: string } | null {
  if (file.codec !== 'h265') return null;
  const label = baseLabel(file);
  const isSmaller = qualities.some(
    (other) => other.codec !== 'h265' && baseLabel(other) === label && other.size > file.size,
  );
  return {
    label: text(resultCard, 'newerFormat', { label }),
    legend: text(resultCard, isSmaller ? 'newerSmallerLegend' : 'newerLegend'),
  };
}
