import { CirclePlus, Link2, Send } from 'lucide-react';
import type { ComponentType } from 'react';
import { HOW_TEXT } from '#shared/section-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { Band } from './band.tsx';
import styles from './how-it-works.module.css';

const { drawn } = HOW_TEXT;
const MENU_ICONS = [Send, Link2, CirclePlus] as const;

/** Illustrates step 1: an app's share menu with Copy link highlighted. */
const ShareMenu = () => (
  <div className={classNames(styles.mini, styles.rows)}>
    {MENU_ICONS.map((Icon, index) => (
      <div key={drawn.menu[index]} className={classNames(index === 1 && styles.on)}>
        {drawn.menu[index]}
        <Icon className="ic-s" />
      </div>
    ))}
  </div>
);

/** Illustrates step 2: the field with a link in it. */
const FilledField = () => (
  <div className={classNames(styles.mini, styles.field)}>
    <span>{drawn.link}</span>
    <b>{drawn.fetch}</b>
  </div>
);

/** Illustrates step 3: the list of qualities, the first one chosen. */
const QualityRows = () => (
  <div className={classNames(styles.mini, styles.rows, styles.qualities)}>
    {drawn.qualities.map(([label, size], index) => (
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
      <p className={styles.name}>{drawn.file}</p>
      <i className={styles.done} />
    </div>
  </div>
);

const { steps } = HOW_TEXT;
const STEPS: readonly { readonly step: { title: string; text: string }; readonly Figure: ComponentType }[] = [
  { step: steps.copy, Figure: ShareMenu },
  { step: steps.paste, Figure: FilledField },
  { step: steps.choose, Figure: QualityRows },
  { step: steps.done, Figure: SavedFile },
];

/** Renders the four steps, each with an illustration, and three reasons. */
export const HowItWorks = () => (
  <Band id="how-it-works" name="how" heading={HOW_TEXT.heading} lede={HOW_TEXT.lede}>
    <ol className={styles.steps}>
      {STEPS.map(({ step, Figure }, index) => (
        <li key={step.title} className={styles.item}>
          <div className={styles.figure} aria-hidden="true">
            <Figure />
          </div>
          <h3>
            <span className="num">{index + 1}</span>
            {step.title}
          </h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
    <ul className={styles.reasons}>
      {HOW_TEXT.reasons.map(({ title, text }) => (
        <li key={title} className={styles.item}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </Band>
);
