import type { Quality } from '#shared/contract/preview.ts';
import { RESULT_TEXT, resultText } from '#shared/result-messages.ts';
import { BLOB_MAX_BYTES, DOWNLOADS_PER_PRESS, planZip } from '../../lib/set-plan.ts';
import { type Choice, ChoiceList } from './choice-list.tsx';
import { totalSize } from './describe-post.ts';
import type { SaveAs } from './selection.ts';

interface SaveAsChoice extends Choice {
  readonly id: SaveAs;
}

/** Returns the distinct extensions: 'JPG' or 'JPG, MP4'. */
const extensionsOf = (files: readonly Quality[]): string =>
  [...new Set(files.map((file) => file.extension.toUpperCase()))].join(', ');

function separateChoice(files: readonly Quality[], size: string): SaveAsChoice {
  const legend = files.length === 0 ? RESULT_TEXT.originalSize : resultText.original(extensionsOf(files));
  return {
    id: 'separate',
    label: RESULT_TEXT.separateFiles,
    legend: files.length > DOWNLOADS_PER_PRESS ? resultText.perPress(legend) : legend,
    size,
  };
}

function zipChoice(files: readonly Quality[], size: string): SaveAsChoice {
  const { parts, separate, sizesKnown } = planZip(files, BLOB_MAX_BYTES);
  const hint = parts > 1 ? RESULT_TEXT.zipParts : RESULT_TEXT.zipHint;
  const fits = parts > 0 || files.length === 0;
  const withLarge = separate > 0 ? resultText.withoutLarge(hint, separate) : hint;
  return {
    id: 'zip',
    label: parts > 1 ? resultText.zips(parts, sizesKnown) : RESULT_TEXT.oneZip,
    legend: fits ? withLarge : RESULT_TEXT.zipTooLarge,
    size,
    disabled: !fits,
  };
}

interface SaveAsListProps {
  files: readonly Quality[];
  saveAs: SaveAs;
  /** Whether the browser can write to a folder. */
  offersFolder: boolean;
  onChoose: (saveAs: SaveAs) => void;
}

/** Renders the ways to save: separate files, ZIP files, or a folder if the browser can write to one. */
export function SaveAsList({ files, saveAs, offersFolder, onChoose }: SaveAsListProps) {
  const size = totalSize(files).text;
  const choices: readonly SaveAsChoice[] = [
    separateChoice(files, size),
    zipChoice(files, size),
    ...(offersFolder
      ? [{ id: 'folder', label: RESULT_TEXT.toFolder, legend: RESULT_TEXT.folderHint, size } as const]
      : []),
  ];
  return (
    <ChoiceList
      heading={RESULT_TEXT.saveAs}
      chosen={choices.findIndex(({ id }) => id === saveAs)}
      onChoose={(index) => onChoose(choices[index]?.id ?? 'separate')}
      choices={choices}
    />
  );
}
