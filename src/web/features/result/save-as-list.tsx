import type { Quality } from '#shared/contract/preview.ts';
import { BLOB_MAX_BYTES } from '#shared/limits.ts';
import { RESULT_TEXT, resultText } from '#shared/result-messages.ts';
import { ChoiceList } from './choice-list.tsx';
import { totalSize } from './describe-post.ts';
import type { SaveAs } from './selection.ts';

const ORDER: readonly SaveAs[] = ['separate', 'zip'];

/** Whether these files fit into one ZIP, which is built in the page's memory. */
export const fitsZip = (files: readonly Quality[]): boolean => totalSize(files).bytes <= BLOB_MAX_BYTES;

/** 'JPG', 'JPG, MP4'. */
const extensionsOf = (files: readonly Quality[]): string =>
  [...new Set(files.map((file) => file.extension.toUpperCase()))].join(', ');

interface SaveAsListProps {
  files: readonly Quality[];
  saveAs: SaveAs;
  onChoose: (saveAs: SaveAs) => void;
}

/** Separate files or one ZIP. */
export function SaveAsList({ files, saveAs, onChoose }: SaveAsListProps) {
  const size = totalSize(files).text;
  const fits = fitsZip(files);
  return (
    <ChoiceList
      heading={RESULT_TEXT.saveAs}
      chosen={saveAs === 'zip' && fits ? 1 : 0}
      onChoose={(index) => onChoose(ORDER[index] ?? 'separate')}
      choices={[
        {
          id: 'separate',
          label: RESULT_TEXT.separateFiles,
          legend: files.length === 0 ? RESULT_TEXT.originalSize : resultText.original(extensionsOf(files)),
          size,
        },
        {
          id: 'zip',
          label: RESULT_TEXT.oneZip,
          legend: fits ? RESULT_TEXT.zipHint : RESULT_TEXT.zipTooLarge,
          size,
          disabled: !fits,
        },
      ]}
    />
  );
}
