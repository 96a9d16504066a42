import { type ReactNode, useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './choice-list.module.css';

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** The second line. */
  readonly legend: string;
  /** At the end of the row. */
  readonly size: string;
  readonly disabled?: boolean;
}

function Words({ label, legend, size }: Omit<Choice, 'id'>) {
  return (
    <>
      <span>
        <b className={styles.label}>{label}</b>
        <small className={styles.legend}>{legend}</small>
      </span>
      <span className={classNames(styles.size, 'num')} dir="auto">
        {size}
      </span>
    </>
  );
}

/** One option needs no choosing: a plain line. */
export function PlainChoice(choice: Choice) {
  return (
    <div className={styles.list} data-testid="single-choice">
      <div className={classNames(styles.row, styles.plain)}>
        <Words {...choice} />
      </div>
    </div>
  );
}

interface ChoiceListProps {
  heading: string;
  hint?: string | undefined;
  choices: readonly Choice[];
  chosen: number;
  onChoose: (index: number) => void;
  /** Below the rows, inside the border. */
  footer?: ReactNode;
}

/** Native radios in a bordered list; each whole row is a label. */
export function ChoiceList({ heading, hint, choices, chosen, onChoose, footer }: ChoiceListProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr">{heading}</legend>
      <div className={styles.heading} aria-hidden="true">
        {heading}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </div>
      <div className={styles.list}>
        {choices.map((choice, index) => (
          <label key={choice.id} className={styles.row}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={index === chosen}
              disabled={choice.disabled}
              onChange={() => onChoose(index)}
            />
            <Words {...choice} />
          </label>
        ))}
        {footer}
      </div>
    </fieldset>
  );
}
