import { ArrowDownToLine } from 'lucide-react';
import { useId, useState } from 'react';
import { captionsList } from '#messages/captions-list.ts';
import type { CaptionFile } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import { useDownloadRuns } from '../../state/running-download.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './captions-list.module.css';
import listStyles from './choice-list.module.css';
import { UnfoldButton } from './choice-list.tsx';
import { type CaptionsRow, describeCaptions } from './describe-captions.ts';

/** Longer lists show only their first rows until the visitor unfolds them. */
const UNFOLDED_MAX = 4;
const FOLDED_COUNT = 3;

interface CaptionsListProps {
  files: readonly CaptionFile[];
  /** Starts the download of a caption file. `contentName` is the name of the file for the progress bar. */
  onSave: (file: CaptionFile, contentName: string) => void;
}

function Row({ row, onSave }: { row: CaptionsRow; onSave: CaptionsListProps['onSave'] }) {
  const { file, language, origin, size } = row;
  // The page runs one download at a time.
  const isBusy = useDownloadRuns();
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <b className={listStyles.label}>{language}</b>
        <small className={`${listStyles.legend} num`}>{size === null ? origin : `${origin}, ${size}`}</small>
      </span>
      <IconButton
        label={text(captionsList, 'save', { language, origin })}
        unavailable={isBusy}
        // A held Enter and the second click of a double click would save the small file again.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={({ detail }) => {
          if (detail < 2) onSave(file, text(captionsList, 'captions', { language }));
        }}
      >
        <ArrowDownToLine aria-hidden className="ic" />
      </IconButton>
    </li>
  );
}

/** Renders the caption files of a video, each with a button that saves it. */
export function CaptionsList({ files, onSave }: CaptionsListProps) {
  const heading = useId();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const rows = describeCaptions(files);
  const isFolded = !isUnfolded && rows.length > UNFOLDED_MAX;
  return (
    <section aria-labelledby={heading} data-testid="captions">
      <div className={listStyles.heading}>
        <h3 id={heading}>{text(captionsList, 'heading')}</h3>
        <span className={listStyles.hint}>{text(captionsList, 'hint')}</span>
      </div>
      <div className={listStyles.list}>
        <ul>
          {(isFolded ? rows.slice(0, FOLDED_COUNT) : rows).map((row) => (
            <Row key={`${row.file.language} ${row.file.origin}`} row={row} onSave={onSave} />
          ))}
        </ul>
        {isFolded && (
          <UnfoldButton
            label={text(captionsList, 'showAll', { count: rows.length })}
            shownCount={FOLDED_COUNT}
            onUnfold={() => setIsUnfolded(true)}
          />
        )}
      </div>
    </section>
  );
}
