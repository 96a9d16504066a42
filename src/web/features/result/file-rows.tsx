import { type ReactNode, useId } from 'react';
import { resultCard } from '#messages/result-card.ts';
import { text } from '#shared/messages/text.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import styles from './choice-list.module.css';
import { SaveRow } from './save-row.tsx';

/** Renders a part of the result under a heading, with a hint beside the heading. */
export function ListSection({
  heading,
  hint,
  testId,
  children,
}: Record<'heading' | 'hint' | 'testId', string> & { children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-testid={testId}>
      <div className={styles.heading}>
        <h3 id={id}>{heading}</h3>
        <span className={styles.hint}>{hint}</span>
      </div>
      {children}
    </section>
  );
}

interface FileRowsProps<File> {
  files: readonly File[];
  legendOf: (file: File, index: number) => string;
  onSave: (file: File) => void;
}

/** Renders files, each with a button that saves it. */
export const FileRows = <File extends OfferedFile>({ files, legendOf, onSave }: FileRowsProps<File>) => (
  <ul className={styles.list}>
    {files.map((file, index) => (
      <SaveRow
        key={file.quality}
        label={file.label}
        legend={legendOf(file, index)}
        saveLabel={text(resultCard, 'saveFile', { label: file.label })}
        onSave={() => onSave(file)}
      />
    ))}
  </ul>
);
