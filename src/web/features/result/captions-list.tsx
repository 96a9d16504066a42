import { captionsList } from '#messages/captions-list.ts';
import type { CaptionFile } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import listStyles from './choice-list.module.css';
import { useFolding } from './choice-list.tsx';
import { describeCaptions } from './describe-captions.ts';
import { ListSection } from './file-rows.tsx';
import { SaveRow } from './save-row.tsx';

/** Number of rows of a folded list. */
const FOLDED_COUNT = 3;

interface CaptionsListProps {
  files: readonly CaptionFile[];
  /** Starts the download of a caption file. `contentName` is the name of the file for the progress bar. */
  onSave: (file: CaptionFile, contentName: string) => void;
}

/** Renders the caption files of a video, each with a button that saves it. */
export function CaptionsList({ files, onSave }: CaptionsListProps) {
  const label = text(captionsList, 'showAll', { count: files.length });
  const { shownRows, button } = useFolding(describeCaptions(files), FOLDED_COUNT, label);
  return (
    <ListSection heading={text(captionsList, 'heading')} hint={text(captionsList, 'hint')} testId="captions">
      <div className={listStyles.list}>
        <ul>
          {shownRows.map(({ file, language, origin, size }) => (
            <SaveRow
              key={`${file.language} ${file.origin}`}
              label={language}
              legend={size === null ? origin : `${origin}, ${size}`}
              saveLabel={text(captionsList, 'save', { language, origin })}
              onSave={() => onSave(file, text(captionsList, 'captions', { language }))}
            />
          ))}
        </ul>
        {button}
      </div>
    </ListSection>
  );
}
