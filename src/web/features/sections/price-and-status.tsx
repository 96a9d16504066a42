import { Check, CircleHelp, Clock, type LucideIcon, X } from 'lucide-react';
import type { StatusState } from '#shared/contract/status.ts';
import { PRICING_TEXT, STATUS_TEXT } from '#shared/section-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import bandStyles from './band.module.css';
import styles from './price-and-status.module.css';

const STATE_ICONS: readonly (readonly [StatusState, LucideIcon])[] = [
  ['working', Check],
  ['slow', Clock],
  ['failing', X],
  ['unknown', CircleHelp],
];

const Pricing = () => (
  <section id="pricing" className={styles.card}>
    <h2>{PRICING_TEXT.heading}</h2>
    <p>{PRICING_TEXT.lede}</p>
    <ul className={styles.rows}>
      {PRICING_TEXT.points.map((point) => (
        <li key={point} className={styles.point}>
          <Check aria-hidden className="ic-s" />
          {point}
        </li>
      ))}
    </ul>
  </section>
);

/** Renders the status card without data; status-card.ts fills in the rows through their data attributes. */
const Status = () => (
  <section id="status" className={styles.card}>
    <h2>
      <span className="sr">{STATUS_TEXT.label} </span>
      <span data-status-headline>{STATUS_TEXT.headlines.unknown}</span>
    </h2>
    <p data-status-lede>{STATUS_TEXT.lede}</p>
    <ul className={styles.rows}>
      {Object.entries(STATUS_TEXT.rows).map(([part, label]) => (
        <li key={part} data-status-part={part} data-state="unknown">
          {label}
          <span className={styles.time} data-status-time />
          <span className={styles.state}>
            {STATE_ICONS.map(([state, Icon]) => (
              <Icon key={state} aria-hidden className="ic-s" data-for={state} />
            ))}
            <span data-status-word>{STATUS_TEXT.states.unknown}</span>
          </span>
        </li>
      ))}
    </ul>
    <a className={classNames('link', styles.more)} href="/status">
      {STATUS_TEXT.more}
    </a>
  </section>
);

/** Renders two cards side by side: price and status. */
export const PriceAndStatus = () => (
  <div className={classNames(bandStyles.band, styles.flush)}>
    <div className={classNames('wrap', styles.cards)}>
      <Pricing />
      <Status />
    </div>
  </div>
);
