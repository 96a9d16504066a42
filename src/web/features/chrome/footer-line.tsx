import { copyrightLine, PAGE } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './footer-line.module.css';

/** The small print: copyright with the year, and the disclaimer. */
export function FooterLine({ title, year }: { title: string; year: number }) {
  return (
    <footer className={styles.footer}>
      <div className={classNames('wrap', styles.fine)}>
        <p>{copyrightLine(year, title)}</p>
        <p>{PAGE.disclaimer}</p>
      </div>
    </footer>
  );
}
