import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './band.module.css';

/** A part of the page from edge to edge under a hairline, named by its heading. */
export function Band({
  id,
  name,
  heading,
  lede,
  children,
}: {
  /** What a link of the page leads to; none for a band whose parts are led to. */
  id?: string;
  /** A word for ids, once on the page. */
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

/** The large heading of a band with the sentence under it. */
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
