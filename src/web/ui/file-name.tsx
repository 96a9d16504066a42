import { Fragment } from 'react';
import styles from './file-name.module.css';

/** Places where a file name may break: after an underscore or a hyphen. The extension stays with the part before it. */
const BREAKS = /[_-]/gu;
/** A date with the separator or the extension after it. */
const DATE = /(\d{4}-\d{2}-\d{2}(?:[_-]|\.[a-z0-9]+$)?)/iu;

/** Splits a file name into parts that stay on one line; a date is one part. */
export const partsOf = (name: string): readonly string[] =>
  name
    .split(DATE)
    .flatMap((piece) => (DATE.test(piece) ? [piece] : piece.replaceAll(BREAKS, '$&\n').split('\n')))
    .filter((part) => part !== '');

/** Characters at the end that are always shown: the date and the extension. */
const TAIL_CHARACTERS = 15;

/** Renders a file name on one line. Where it is too long, its middle is cut. */
export const CutFileName = ({ name }: { name: string }) => (
  <span className={styles.cut} dir="ltr" title={name}>
    <span className={styles.head}>{name.slice(0, -TAIL_CHARACTERS)}</span>
    {name.slice(-TAIL_CHARACTERS)}
  </span>
);

/** Renders a file name that breaks between its parts, never inside a date. The copied text has no extra characters. */
export const FileName = ({ name }: { name: string }) => (
  <span dir="ltr">
    {partsOf(name).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name never change places
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {DATE.test(part) ? <span className={styles.date}>{part}</span> : part}
      </Fragment>
    ))}
  </span>
);
