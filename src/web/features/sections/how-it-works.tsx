import type { ComponentType } from 'react';
import { HOW_TEXT } from '#shared/section-messages.ts';
import { Band } from './band.tsx';
import styles from './how-it-works.module.css';
import { FilledField, QualityRows, SavedFile, ShareMenu } from './step-figures.tsx';

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
