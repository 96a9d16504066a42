import { ArrowDownToLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDownloadRuns } from '../../state/running-download.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import listStyles from './choice-list.module.css';
import styles from './save-row.module.css';

interface SaveRowProps {
  label: string;
  legend: string;
  /** Name of the button, for screen readers. */
  saveLabel: string;
  onSave: () => void;
  /** Control before the button. */
  children?: ReactNode;
}

/** Renders a file of a list with a button that saves it. */
export function SaveRow({ label, legend, saveLabel, onSave, children }: SaveRowProps) {
  // The page runs one download at a time.
  const isBusy = useDownloadRuns();
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <b className={listStyles.label}>{label}</b>
        <small className={`${listStyles.legend} num`}>{legend}</small>
      </span>
      {children}
      <IconButton
        label={saveLabel}
        unavailable={isBusy}
        // A held Enter and the second click of a double click would save the small file again.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={({ detail }) => {
          if (detail < 2) onSave();
        }}
      >
        <ArrowDownToLine aria-hidden className="ic" />
      </IconButton>
    </li>
  );
}
