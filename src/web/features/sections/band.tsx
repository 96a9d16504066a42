import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './band.module.css';

/** Renders a full-width section of the page below a thin line, labelled by its heading. */
export function Band({
  id,
  name,
  heading,
  lede,
  children,
}: {
  /** Element id of the section, for links to it; undefined if only its parts have ids. */
  id?: string;
  /** Prefix of element ids, unique on the page. */
  name: string;
  heading: string;
  lede?: string;
  children: ReactNode;
}) {
  const headingId = `${name}-heading`;
  return (
    <section id={id} className={classNames(styles.band, styles.ruled)} aria-labelledby={headingId}>
      <div className="wrap">
        <SectionHead id={headingId} heading={heading} lede={lede} />
        {children}
      </div>
    </section>
  );
}

/** Renders the large heading of a band with the sentence below it. */
export function SectionHead({
  id,
  heading,
  lede,
}: {
  id: string;
  heading: string;
  lede?: string | undefined;
}) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{heading}</h2>
      {lede !== undefined && <p>{lede}</p>}
    </div>
  );
}
