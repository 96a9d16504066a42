import { Fragment } from 'react';
import styles from './file-name.module.css';

/**
 * Matches the characters after which a file name may break: underscore and hyphen. The extension stays on one line with the part before it.
 */
const BREAKS = /[_-]/gu;
/** Matches a date and the separator or the extension that follows it. */
const DATE = /(\d{4}-\d{2}-\d{2}(?:[_-]|\.[a-z0-9]+$)?)/iu;

/** Splits a file name into parts, each of which stays on one line. A date is one part. */
export const fileNameParts = (name: string): readonly string[] =>
  name
    .split(DATE)
    .flatMap((piece) => (DATE.test(piece) ? [piece] : piece.replaceAll(BREAKS, '$&\n').split('\n')))
    .filter((part) => part !== '');

/** Number of characters at the end of a file name that are always shown: the date and the extension. */
const TAIL_CHARACTERS = 15;

/** Renders a file name on one line. If there is not enough space, the style sheet cuts the name before its last characters. */
export const CutFileName = ({ name }: { name: string }) => (
  <span className={styles.cut} dir="ltr" title={name}>
    <span className={styles.head}>{name.slice(0, -TAIL_CHARACTERS)}</span>
    {name.slice(-TAIL_CHARACTERS)}
  </span>
);

/** Renders a file name that breaks between its parts, never inside a date. The copied text has no extra characters. */
export const FileName = ({ name }: { name: string }) => (
  <span dir="ltr">
    {fileNameParts(name).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never change places
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {DATE.test(part) ? <span className={styles.date}>{part}</span> : part}
      </Fragment>
    ))}
  </span>
);
