import { CirclePlus, Link2, Send } from 'lucide-react';
import { howItWorks } from '#messages/how-it-works.ts';
import type { Delivery } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { Band } from './band.tsx';
import styles from './how-it-works.module.css';

const MENU = [
  { item: 'send', Icon: Send },
  { item: 'copy', Icon: Link2 },
  { item: 'story', Icon: CirclePlus },
] as const;
/** The qualities of an invented post, with their sizes. */
const QUALITIES = [
  ['1080p', '18.40 MB'],
  ['720p', '9.12 MB'],
  ['480p', '4.36 MB'],
] as const;

/** Illustrates step 1: an app's share menu with Copy link highlighted. */
const ShareMenu = () => (
  <div className={classNames(styles.mini, styles.rows)}>
    {MENU.map(({ item, Icon }) => (
      <div key={item} className={classNames(item === 'copy' && styles.on)}>
        {text(howItWorks, `drawn.menu.${item}`)}
        <Icon className="ic-s" />
      </div>
    ))}
  </div>
);

/** Illustrates step 2: the field with a link in it. */
const FilledField = () => (
  <div className={classNames(styles.mini, styles.field)}>
    <span>{text(howItWorks, 'drawn.link')}</span>
    <b>{text(howItWorks, 'drawn.fetch')}</b>
  </div>
);

/** Illustrates step 3: the list of qualities, the first one chosen. */
const QualityRows = () => (
  <div className={classNames(styles.mini, styles.rows, styles.qualities)}>
    {QUALITIES.map(([label, size], index) => (
      <div key={label} className={classNames(index === 0 && styles.on)}>
        <i />
        {label}
        <span className="num">{size}</span>
      </div>
    ))}
  </div>
);

/** Illustrates step 4: a saved file with a drawn picture. */
const SavedFile = () => (
  <div className={classNames(styles.mini, styles.saved)}>
    <svg aria-hidden="true" viewBox="0 0 32 42" className={styles.picture}>
      <rect width="32" height="42" className={styles.sky} />
      <circle cx="22" cy="13" r="4" className={styles.sun} />
      <path d="M0 29 11 18l9 9 5-4 7 7v12H0Z" className={styles.far} />
      <path d="m0 36 9-6 8 5 15-3v10H0Z" className={styles.near} />
    </svg>
    <div className={styles.file}>
      <p className={styles.name}>{text(howItWorks, 'drawn.file')}</p>
      <i className={styles.done} />
    </div>
  </div>
);

const STEPS = [
  { step: 'copy', Figure: ShareMenu },
  { step: 'paste', Figure: FilledField },
  { step: 'choose', Figure: QualityRows },
  { step: 'done', Figure: SavedFile },
] as const;
const REASONS = {
  tunnel: ['asPublished', 'noHistory', 'progress'],
  direct: ['asPublished', 'noHistory', 'direct'],
} as const;

/** Renders the four steps, each with an illustration, and three reasons. */
export const HowItWorks = ({ delivery }: { delivery: Delivery }) => (
  <Band id="how-it-works" name="how" heading={text(howItWorks, 'heading')} lede={text(howItWorks, 'lede')}>
    <ol className={styles.steps}>
      {STEPS.map(({ step, Figure }, index) => (
        <li key={step} className={styles.item}>
          <div className={styles.figure} aria-hidden="true">
            <Figure />
          </div>
          <h3 className="subhead">
            <span>{index + 1}</span>
            {text(howItWorks, `steps.${step}.title`)}
          </h3>
          <p>
            {text(
              howItWorks,
              step === 'done' && delivery === 'direct' ? 'steps.done.direct' : `steps.${step}.text`,
            )}
          </p>
        </li>
      ))}
    </ol>
    <ul className={styles.reasons}>
      {REASONS[delivery].map((reason) => (
        <li key={reason} className={styles.item}>
          <h3 className="subhead">{text(howItWorks, `reasons.${reason}.title`)}</h3>
          <p>{text(howItWorks, `reasons.${reason}.text`)}</p>
        </li>
      ))}
    </ul>
  </Band>
);
