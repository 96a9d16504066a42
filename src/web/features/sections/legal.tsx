import { legal } from '#messages/legal.ts';
import { sitePath } from '#shared/base-path.ts';
import { LEGAL_PAGES, type LegalPage, textPagePath } from '#shared/contract/legal-texts.ts';
import type { Delivery } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import bandStyles from './band.module.css';
import { Band } from './band.tsx';
import styles from './legal.module.css';

/** Renders one sentence on what a legal page says, and a link to the page. */
const Summary = ({ page, delivery, linkText }: { page: LegalPage; delivery: Delivery; linkText: string }) => (
  <section id={page} className={bandStyles.part}>
    <h3 className="subhead">{text(legal, `${page}.title`)}</h3>
    <p>{text(legal, page === 'privacy' && delivery === 'direct' ? 'privacy.direct' : `${page}.text`)}</p>
    <a className="link tap" href={sitePath(textPagePath(page))}>
      {linkText}
    </a>
  </section>
);

/**
 * Renders the summary of each legal page with a link to the page. `address` is the email address of the owner; if it is null, the link for
 * copyright notices has another text.
 */
export const Legal = ({ address, delivery }: { address: string | null; delivery: Delivery }) => (
  <Band name="legal" heading={text(legal, 'heading')}>
    <div className={styles.grid}>
      {LEGAL_PAGES.map((page) => (
        <Summary
          key={page}
          page={page}
          delivery={delivery}
          linkText={text(
            legal,
            page === 'dmca' && address === null ? 'dmca.moreWithoutAddress' : `${page}.more`,
          )}
        />
      ))}
    </div>
  </Band>
);
