import { type Ref, useState } from 'react';
import { resultCard } from '#messages/result-card.ts';
import type { PostItem, Quality } from '#shared/contract/preview.ts';
import { qualityLegend } from '#shared/format/quality-label.ts';
import { text } from '#shared/messages/text.ts';
import { type Choice, ChoiceList, PlainChoice, UnfoldButton } from './choice-list.tsx';
import { differencesOf, newerFormatOf, sizesOf } from './describe-qualities.ts';
import { isSilentClip } from './selection.ts';

/** Longer lists are folded to their first four rows. */
const UNFOLDED_MAX = 5;
const FOLDED_COUNT = 4;

interface RowFacts {
  readonly index: number;
  readonly isSaver: boolean;
  /** What tells the row apart from others with the same label; may be empty. */
  readonly difference: string;
  readonly size: string | null;
}

/** Row of a quality, with its file. */
type QualityChoice = Choice & { readonly file: Quality };

function choiceOf(
  item: PostItem,
  quality: Quality,
  { index, isSaver, difference, size }: RowFacts,
): QualityChoice {
  const silent = item.kind === 'video' && isSilentClip(quality);
  const newer = newerFormatOf(item, quality);
  const legend = newer?.legend ?? qualityLegend(quality.label, quality);
  return {
    id: `${index} ${quality.quality}`,
    label: newer?.label ?? quality.label,
    legend: [
      legend,
      difference !== legend && difference,
      silent && text(resultCard, 'noSound'),
      quality.unproven && text(resultCard, 'notChecked'),
      isSaver && text(resultCard, 'dataSaver'),
    ]
      .filter(Boolean)
      .join('. '),
    size,
    file: quality,
  };
}

/** Returns the rows of an item's qualities. `saver` is the index of the row for data saving; -1 for none. */
export function choicesOf(item: PostItem, saver = -1): readonly QualityChoice[] {
  const sizes = sizesOf(item.qualities);
  const differences = differencesOf(item.qualities);
  return item.qualities.map((quality, index) =>
    choiceOf(item, quality, {
      index,
      isSaver: index === saver,
      difference: differences[index] ?? '',
      size: sizes[index] ?? null,
    }),
  );
}

/**
 * Returns the index of the smallest video file with sound, offered to visitors with data saving on; -1 if fewer than
 * two sizes are known.
 */
function saverIndex({ kind, qualities }: PostItem): number {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData !== true || kind !== 'video') return -1;
  const clips = qualities.filter(
    (quality) => quality.videoAvailable && quality.sizeKnown && !isSilentClip(quality),
  );
  if (clips.length < 2) return -1;
  const smallest = Math.min(...clips.map((quality) => quality.size));
  return qualities.findIndex((quality) => clips.includes(quality) && quality.size === smallest);
}

interface QualityListProps {
  item: PostItem;
  heading: string;
  chosen: number;
  onChoose: (index: number) => void;
  /** The group of radios; absent for a single quality. */
  list: Ref<HTMLFieldSetElement> | null;
}

export function QualityList({ item, heading, chosen, onChoose, list }: QualityListProps) {
  const all = choicesOf(item, saverIndex(item));
  const [unfolded, setUnfolded] = useState(false);
  const only = all.length === 1 ? all[0] : undefined;
  if (only !== undefined) return <PlainChoice {...only} />;

  const folded = !unfolded && all.length > UNFOLDED_MAX && chosen < FOLDED_COUNT;
  return (
    <ChoiceList
      list={list}
      heading={heading}
      choices={folded ? all.slice(0, FOLDED_COUNT) : all}
      chosen={chosen}
      onChoose={onChoose}
      footer={
        folded && (
          <UnfoldButton
            label={text(resultCard, 'showAll', { count: all.length })}
            shown={FOLDED_COUNT}
            onUnfold={() => setUnfolded(true)}
          />
        )
      }
    />
  );
}
