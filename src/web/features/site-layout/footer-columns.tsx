import { DatabaseX, DropletOff, Lock, type LucideIcon, UserMinus } from 'lucide-react';
import type { Site } from '#shared/contract/site.ts';
import { formatDay } from '#shared/format/day.ts';
import { FOOTER_TEXT } from '#shared/section-messages.ts';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './site-footer.module.css';

const { columns, badges } = FOOTER_TEXT;
const BADGES: readonly (readonly [string, LucideIcon])[] = [
  [badges.noSignUp, UserMinus],
  [badges.noWatermark, DropletOff],
  [badges.nothingStored, DatabaseX],
  [badges.encrypted, Lock],
];

/** Renders the server-only part of the footer: the twelve links, the badges and the fine print. */
export function FooterColumns({
  site,
  year,
  home = '',
}: {
  site: Site;
  year: number;
  /** URL of the page with the linked sections, if it is another page. */
  home?: string;
}) {
  const values = { title: site.title, year: String(year), updated: formatDay(site.updatedAt) };
  return (
    <>
      {Object.entries(columns).map(([name, { title, links }]) => (
        <nav key={name} aria-labelledby={`footer-${name}`} className={styles.column}>
          <h2 id={`footer-${name}`}>{title}</h2>
          <ul>
            {Object.entries(links).map(([section, label]) => (
              <li key={section}>
                <a href={`${home}#${section}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <ul className={styles.badges}>
        {BADGES.map(([label, Icon]) => (
          <li key={label}>
            <Icon aria-hidden className="ic-s" />
            {label}
          </li>
        ))}
      </ul>
      <div className={styles.fine}>
        <p>
          <LiveText text={FOOTER_TEXT.copyright} values={values} />
          <br />
          <LiveText text={FOOTER_TEXT.updated} values={values} />
          <br />
          <a className="link" href="/status">
            {FOOTER_TEXT.statusPage}
          </a>
        </p>
        <p>
          <LiveText text={FOOTER_TEXT.disclaimer} values={values} />
        </p>
      </div>
    </>
  );
}
