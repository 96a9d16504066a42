import { legalPages } from '#messages/legal-pages.ts';
import { sitePath } from '#shared/base-path.ts';
import { LEGAL_PAGES, type LegalPage, textPagePath } from '#shared/contract/legal-texts.ts';
import { formatDay } from '#shared/format/day.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import proseStyles from '../../ui/prose.module.css';
import pageStyles from '../../ui/text-page.module.css';
import styles from './text-pages.module.css';

/**
 * Renders a legal page with its text, a note if that is the default text, the date of the last change, and links to the other legal pages.
 * `html` must be sanitised.
 */
export const LegalPageText = ({
  page,
  html,
  isDefault,
  updatedAt,
}: {
  page: LegalPage;
  html: string;
  /** Whether the text is the default and not the owner's own. */
  isDefault: boolean;
  updatedAt: string;
}) => (
  <main className="wrap">
    <div className={classNames(pageStyles.page, styles.page)}>
      <div className={styles.head}>
        <h1>{text(legalPages, `${page}.title`)}</h1>
      </div>
      <div
        className={classNames(proseStyles.prose, styles.legal)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a default text, or the owner's, sanitised by the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <div className={styles.note}>
        {isDefault && <p>{text(legalPages, 'defaultNote')}</p>}
        <p>{text(legalPages, 'updated', { date: formatDay(updatedAt) })}</p>
      </div>
      <nav aria-label={text(legalPages, 'others')} className={styles.others}>
        {LEGAL_PAGES.filter((other) => other !== page).map((other) => (
          <a key={other} className="link tap" href={sitePath(textPagePath(other))}>
            {text(legalPages, `${other}.title`)}
          </a>
        ))}
      </nav>
    </div>
  </main>
);
