import { Check, Clock, type LucideIcon, X } from 'lucide-react';
import { pricing } from '#messages/pricing.ts';
import { statusCard } from '#messages/status-card.ts';
import { sitePath } from '#shared/base-path.ts';
import { STATUS_PARTS, type StatusState } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { statusPartName } from '../../lib/status-part-name.ts';
import bandStyles from './band.module.css';
import styles from './price-and-status.module.css';
import rowStyles from './status-rows.module.css';

/** Icons of the states of a row. A part that is switched off has no icon; a row of unknown state is hidden. */
const STATE_ICONS: readonly (readonly [StatusState, LucideIcon])[] = [
  ['working', Check],
  ['slow', Clock],
  ['failing', X],
];

interface PricingProps {
  readsStories: boolean;
  /** Maximum number of previews per minute from one visitor's network. */
  previewsPerMinute: number;
}

const pointsFor = ({ readsStories, previewsPerMinute }: PricingProps): readonly string[] => [
  text(pricing, 'points.quality'),
  text(pricing, readsStories ? 'points.kinds' : 'points.kindsWithoutStories'),
  text(pricing, 'points.limit', { count: previewsPerMinute }),
];

const Pricing = (props: PricingProps) => (
  <section id="pricing" className={styles.card}>
    <h2>{text(pricing, 'heading')}</h2>
    <p className={styles.lede}>{text(pricing, 'lede')}</p>
    <ul className={styles.rows}>
      {pointsFor(props).map((point) => (
        <li key={point} className={styles.point}>
          <Check aria-hidden className="ic-s" />
          {point}
        </li>
      ))}
    </ul>
  </section>
);

/** Renders the status card without data. status-card.ts fills in the rows and shows them; it finds them by their data attributes. */
const Status = () => (
  <section id="status" className={styles.card}>
    <h2>
      <span className="sr">{`${text(statusCard, 'label')} `}</span>
      <span data-status-headline>{text(statusCard, 'question')}</span>
    </h2>
    <p data-status-lede>{text(statusCard, 'lede')}</p>
    <ul className={styles.rows} hidden>
      {STATUS_PARTS.map((part) => (
        <li key={part} className={rowStyles.row} data-status-part={part} hidden>
          {statusPartName(part)}
          <span className={rowStyles.time} data-status-time />
          <span className={rowStyles.state} data-tone="unknown">
            {STATE_ICONS.map(([state, Icon]) => (
              <Icon key={state} aria-hidden className="ic-s" data-for={state} />
            ))}
            <span data-status-word />
          </span>
        </li>
      ))}
    </ul>
    <a className={classNames('link', 'tap', styles.more)} href={sitePath('/status')}>
      {text(statusCard, 'more')}
    </a>
  </section>
);

/** Renders two cards side by side: price and status. */
export const PriceAndStatus = (props: PricingProps) => (
  <div className={classNames(bandStyles.band, styles.flush)}>
    <div className={classNames('wrap', styles.cards)}>
      <Pricing {...props} />
      <Status />
    </div>
  </div>
);
