import { extrasList } from '#messages/extras-list.ts';
import { text } from '#shared/messages/text.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import listStyles from './choice-list.module.css';
import type { ExtraFile } from './extra-files.ts';
import { ListSection } from './list-section.tsx';
import { SaveRow } from './save-row.tsx';

/** Renders the cover and the details of a post, each with a button that saves it. Renders nothing without files. */
export function ExtrasList({
  files,
  onSave,
}: {
  files: readonly ExtraFile[];
  onSave: (file: OfferedFile) => void;
}) {
  if (files.length === 0) return null;
  return (
    <ListSection heading={text(extrasList, 'heading')} hint={text(extrasList, 'hint')} testId="extras">
      <ul className={listStyles.list}>
        {files.map((file) => (
          <SaveRow
            key={file.quality}
            label={file.label}
            legend={text(extrasList, `legend.${file.quality}`)}
            saveLabel={text(extrasList, 'save', { label: file.label })}
            onSave={() => onSave(file)}
          />
        ))}
      </ul>
    </ListSection>
  );
}
