import { useId, useState } from 'react';
import { ownFilenames } from '#messages/own-filenames.ts';
import type { Quality } from '#shared/contract/preview.ts';
import { findTemplateFault } from '#shared/format/filename-template.ts';
import { text } from '#shared/messages/text.ts';
import { keepOwnFilenameTemplate, useOwnFilenameTemplate } from '../../state/own-filename-template.ts';
import { FilenameField } from '../../ui/filename-field.tsx';
import { FoldedPart } from '../../ui/folded-part.tsx';
import styles from './own-filenames.module.css';

/**
 * Renders the folded field in which the visitor sets the names of saved files. Every template without a fault counts at once. `files` are
 * the chosen files of the shown post, with the names under which they are saved.
 */
export function OwnFilenames({ siteTemplate, files }: { siteTemplate: string; files: readonly Quality[] }) {
  const id = useId();
  const own = useOwnFilenameTemplate();
  /** What the visitor types; null while the field shows the template in use. */
  const [typed, setTyped] = useState<string | null>(null);
  const edit = (value: string): void => {
    setTyped(value === siteTemplate ? null : value);
    if (value === siteTemplate) keepOwnFilenameTemplate(null);
    else if (findTemplateFault(value) === null) keepOwnFilenameTemplate(value);
  };
  return (
    <FoldedPart summary={text(ownFilenames, 'change')} testId="own-filenames">
      <label className={styles.label} htmlFor={id}>
        {text(ownFilenames, 'label')}
      </label>
      <p className={styles.text}>{text(ownFilenames, 'kept')}</p>
      {files.some(({ direct }) => direct === true) && (
        <p className={styles.text}>{text(ownFilenames, 'inTab')}</p>
      )}
      <FilenameField
        id={id}
        value={typed ?? own ?? siteTemplate}
        examples={files.slice(0, 1).map(({ filename }) => filename)}
        standard={siteTemplate}
        standardLabel={text(ownFilenames, 'useSite')}
        onEdit={edit}
      />
    </FoldedPart>
  );
}
