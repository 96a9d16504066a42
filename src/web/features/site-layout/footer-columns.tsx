import { DatabaseX, DropletOff, Lock, UserMinus } from 'lucide-react';
import { siteFooter } from '#messages/site-footer.ts';
import type { Site } from '#shared/contract/site.ts';
import { formatDay } from '#shared/format/day.ts';
import { template, text } from '#shared/messages/text.ts';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './site-footer.module.css';

/** The columns and the sections that they link to. */
const COLUMNS = {
  product: ['how-it-works', 'features', 'pricing', 'faqs'],
  support: ['help', 'contact', 'report', 'status'],
  legal: ['privacy', 'terms', 'dmca', 'copyright'],
} as const;
type Column = keyof typeof COLUMNS;
type LinkKey = { [C in Column]: `columns.${C}.links.${(typeof COLUMNS)[C][number]}` }[Column];
const BADGES = [
  ['noSignUp', UserMinus],
  ['noWatermark', DropletOff],
  ['nothingStored', DatabaseX],
  ['encrypted', Lock],
] as const;

/** Renders the part of the footer that only the server renders: the links, the badges and the fine print. */
export function FooterColumns({
  site,
  isEncrypted,
  year,
  home = '',
}: {
  site: Site;
  /** Whether visitors use the site over HTTPS. */
  isEncrypted: boolean;
  year: number;
  /** URL of the page with the linked sections, if it is another page. */
  home?: string;
}) {
  const values = { title: site.title, year: String(year), updated: formatDay(site.updatedAt) };
  return (
    <>
      {(Object.keys(COLUMNS) as Column[]).map((name) => (
        <nav key={name} aria-labelledby={`footer-${name}`} className={styles.column}>
          <h2 id={`footer-${name}`}>{text(siteFooter, `columns.${name}.title`)}</h2>
          <ul>
            {COLUMNS[name].map((section) => (
              <li key={section}>
                <a className="tap" href={`${home}#${section}`}>
                  {text(siteFooter, `columns.${name}.links.${section}` as LinkKey)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <ul className={styles.badges}>
        {BADGES.filter(([badge]) => isEncrypted || badge !== 'encrypted').map(([badge, Icon]) => (
          <li key={badge}>
            <Icon aria-hidden className="ic-s" />
            {text(siteFooter, `badges.${badge}`)}
          </li>
        ))}
      </ul>
      <div className={styles.fine}>
        <p className={styles.lines}>
          <span>
            <LiveText text={template(siteFooter, 'copyright')} values={values} />
          </span>
          <span>
            <LiveText text={template(siteFooter, 'updated')} values={values} />
          </span>
        </p>
        <p>
          <LiveText text={template(siteFooter, 'disclaimer')} values={values} />
        </p>
      </div>
    </>
  );
}
