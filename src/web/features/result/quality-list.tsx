import type { Ref } from 'react';
import { resultCard } from '#messages/result-card.ts';
import type { PostItem, Quality } from '#shared/contract/preview.ts';
import { qualityLegend } from '#shared/format/quality-label.ts';
import { text } from '#shared/messages/text.ts';
import { type Choice, ChoiceList, PlainChoice, useFolding } from './choice-list.tsx';
import { differencesOf, newerFormatOf, sizesOf } from './describe-qualities.ts';
import { isSilentClip } from './selection.ts';

/** Number of rows of a folded list, which is never folded while a later row is chosen. */
const FOLDED_COUNT = 4;

/**
 * Returns the rows of an item's qualities, each with its file. `dataSaverIndex` is the index of the quality that the row's legend
 * recommends for saving data; -1 for none.
 */
export function choicesOf(
  item: PostItem,
  dataSaverIndex = -1,
): readonly (Choice & { readonly file: Quality })[] {
  const sizes = sizesOf(item.qualities);
  const differences = differencesOf(item.qualities);
  return item.qualities.map((file, index) => {
    const newer = newerFormatOf(item, file);
    const legend = newer?.legend ?? qualityLegend(file.label, file);
    const notes = [
      legend,
      differences[index] !== legend && differences[index],
      item.kind === 'video' && isSilentClip(file) && text(resultCard, 'noSound'),
      'making' in file && text(resultCard, 'joinedHere'),
      file.unproven && text(resultCard, 'notChecked'),
      index === dataSaverIndex && text(resultCard, 'dataSaver'),
    ];
    return {
      id: `${index} ${file.quality}`,
      label: newer?.label ?? file.label,
      legend: notes.filter(Boolean).join('. '),
      size: sizes[index] ?? null,
      file,
    };
  });
}

/**
 * Returns the index of the smallest video file that is not known to be silent, if the visitor has data saving on. Returns -1 otherwise, or
 * if the sizes of fewer than two such files are known.
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
  chosenIndex: number;
  onChoose: (index: number) => void;
  /** Receives the group of radios; a single quality has none. Null if the caller does not need the group. */
  listRef: Ref<HTMLFieldSetElement> | null;
}

export function QualityList({ item, heading, chosenIndex, onChoose, listRef }: QualityListProps) {
  const all = choicesOf(item, saverIndex(item));
  const label = text(resultCard, 'showAll', { count: all.length });
  const { shownRows, button } = useFolding(all, FOLDED_COUNT, label, chosenIndex >= FOLDED_COUNT);
  const only = all.length === 1 ? all[0] : undefined;
  if (only !== undefined) return <PlainChoice {...only} />;
  return (
    <ChoiceList
      listRef={listRef}
      heading={heading}
      choices={shownRows}
      chosenIndex={chosenIndex}
      onChoose={onChoose}
      footer={button}
    />
  );
}
