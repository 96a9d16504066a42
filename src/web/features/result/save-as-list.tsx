import type { Ref } from 'react';
import { resultCard } from '#messages/result-card.ts';
import type { Quality } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import { DOWNLOADS_PER_PRESS, planZip } from '../../lib/set-plan.ts';
import { type Choice, ChoiceList } from './choice-list.tsx';
import { totalSize } from './describe-post.ts';
import type { SaveAs, SetWays } from './selection.ts';

interface SaveAsChoice extends Choice {
  readonly id: SaveAs;
}

/** Returns the extensions of the files without repetitions: 'JPG' or 'JPG, MP4'. */
const extensionsOf = (files: readonly Quality[]): string =>
  [...new Set(files.map((file) => file.extension.toUpperCase()))].join(', ');

const MEBIBYTE = 1024 * 1024;

const zipLabel = (files: readonly Quality[], { zipBytes }: SetWays): string => {
  const { parts, sizesKnown } = planZip(files, zipBytes);
  return parts > 1
    ? text(resultCard, sizesKnown ? 'zips' : 'zipsAbout', { count: parts })
    : text(resultCard, 'oneZip');
};

/** Returns the label of a way to save these files, such as 'Save to Photos' or 'One ZIP file'. */
export function saveAsLabel(files: readonly Quality[], saveAs: SaveAs, ways: SetWays): string {
  if (saveAs === 'zip') return zipLabel(files, ways);
  if (saveAs === 'sheet') return text(resultCard, ways.sheet === 'photos' ? 'toPhotos' : 'toApp');
  return text(resultCard, saveAs === 'folder' ? 'toFolder' : 'separateFiles');
}

function separateChoice(files: readonly Quality[], size: string | null): SaveAsChoice {
  const legend =
    files.length === 0
      ? text(resultCard, 'originalSize')
      : text(resultCard, 'original', { extension: extensionsOf(files) });
  return {
    id: 'separate',
    label: text(resultCard, 'separateFiles'),
    legend: files.length > DOWNLOADS_PER_PRESS ? text(resultCard, 'perPress', { legend }) : legend,
    size,
  };
}

function zipChoice(files: readonly Quality[], size: string | null, ways: SetWays): SaveAsChoice {
  const { zipBytes } = ways;
  const megabytes = Math.floor(zipBytes / MEBIBYTE);
  const { parts, separate } = planZip(files, zipBytes);
  const hint = parts > 1 ? text(resultCard, 'zipParts', { megabytes }) : text(resultCard, 'zipHint');
  const fits = parts > 0 || files.length === 0;
  const withLarge =
    separate > 0 ? text(resultCard, 'withoutLarge', { legend: hint, count: separate, megabytes }) : hint;
  return {
    id: 'zip',
    label: zipLabel(files, ways),
    legend: fits ? withLarge : text(resultCard, 'zipTooLarge', { megabytes }),
    size,
    disabled: !fits,
  };
}

interface SaveAsListProps {
  files: readonly Quality[];
  saveAs: SaveAs;
  ways: SetWays;
  onChoose: (saveAs: SaveAs) => void;
  listRef: Ref<HTMLFieldSetElement>;
}

/**
 * Renders the ways of saving a set that the device has: the share sheet, separate files, ZIP files, or a folder. Renders nothing if
 * separate files are the only way.
 */
export function SaveAsList({ files, saveAs, ways, onChoose, listRef }: SaveAsListProps) {
  const size = totalSize(files).text;
  const plainChoice = (id: 'sheet' | 'folder', legend: string): SaveAsChoice => ({
    id,
    label: saveAsLabel(files, id, ways),
    legend,
    size,
  });
  const sheet = ways.sheet && plainChoice('sheet', text(resultCard, 'sheetHint'));
  const choices = [
    ways.sheet === 'photos' && sheet,
    separateChoice(files, size),
    ways.sheet === 'app' && sheet,
    ways.zip && zipChoice(files, size, ways),
    ways.folder && plainChoice('folder', text(resultCard, 'folderHint')),
  ].filter((choice) => choice !== null && choice !== false);
  if (choices.length === 1) return null;
  return (
    <ChoiceList
      listRef={listRef}
      heading={text(resultCard, 'saveAs')}
      chosenIndex={choices.findIndex(({ id }) => id === saveAs)}
      onChoose={(index) => onChoose(choices[index]?.id ?? 'separate')}
      choices={choices}
    />
  );
}
