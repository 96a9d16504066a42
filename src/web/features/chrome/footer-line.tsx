import type { Site } from '#shared/contract/site.ts';
import { copyrightLine, PAGE } from '#shared/messages.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './footer-line.module.css';

/** The small print: copyright with the year, the owner's address where he gave one, and the disclaimer. */
export function FooterLine({ site, year }: { site: Site; year: number }) {
  return (
    <footer className={styles.footer}>
      <div className={classNames('wrap', styles.fine)}>
        <p>
          {copyrightLine(year, site.title)}
          {site.contactEmail !== null && (
            <>
              <br />
              {PAGE.contact}{' '}
              <a className="link" href={`mailto:${site.contactEmail}`}>
                {site.contactEmail}
              </a>
            </>
          )}
        </p>
        <p>{PAGE.disclaimer}</p>
      </div>
    </footer>
  );
}
