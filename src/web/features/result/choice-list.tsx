import { type MouseEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { resultCard } from '#messages/result-card.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { CheckInput } from '../../ui/check-input.tsx';
import styles from './choice-list.module.css';

/** One row of a choice list. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Second line of the row. */
  readonly legend: string;
  /**
   * Size of the files as text, shown at the end of the row; null if it is unknown or would mislead. The row then says 'Size not confirmed'.
   */
  readonly size: string | null;
  readonly disabled?: boolean;
}

export function ChoiceText({ label, legend, size }: Omit<Choice, 'id'>) {
  return (
    <>
      <span>
        <b className={styles.label}>{label}</b>
        <small className={styles.legend}>{legend}</small>
      </span>
      <span className={classNames(styles.size, size === null ? styles.unknown : 'num')} dir="auto">
        {size ?? text(resultCard, 'sizeUnknown')}
      </span>
    </>
  );
}

/** Renders a list with only one choice as plain text without a radio. */
export function PlainChoice(choice: Choice) {
  return (
    <div className={styles.list} data-testid="single-choice">
      <div className={classNames(styles.row, styles.plain)}>
        <ChoiceText {...choice} />
      </div>
    </div>
  );
}

/**
 * Returns the rows of a list to show, and the button that unfolds the list, or false. More than one row above `foldedCount` is folded,
 * unless `isOpen` or the visitor has unfolded them. The pressed button disappears, so the focus moves to the first row that appears.
 */
export function useFolding<Row>(rows: readonly Row[], foldedCount: number, label: string, isOpen = false) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = !isUnfolded && !isOpen && rows.length > foldedCount + 1;
  const unfold = ({ currentTarget }: MouseEvent): void => {
    const list = currentTarget.parentElement;
    flushSync(() => setUnfolded(true));
    list?.querySelectorAll<HTMLElement>('input, li button')[foldedCount]?.focus();
  };
  const button = isFolded && (
    <Button look="ghost" size="small" className={styles.more} onClick={unfold}>
      {label}
    </Button>
  );
  return { shownRows: isFolded ? rows.slice(0, foldedCount) : rows, button };
}

interface ChoiceListProps {
  heading: string;
  choices: readonly Choice[];
  chosenIndex: number;
  onChoose: (index: number) => void;
  listRef: Ref<HTMLFieldSetElement> | null;
  /** Content below the rows, inside the border. */
  footer?: ReactNode;
}

/** Renders native radios in a bordered list; each row is a label. */
export function ChoiceList({ heading, choices, chosenIndex, onChoose, listRef, footer }: ChoiceListProps) {
  const name = useId();
  return (
    <fieldset ref={listRef} className={styles.group}>
      <legend className="sr">{heading}</legend>
      <div className={styles.heading} aria-hidden="true">
        {heading}
      </div>
      <div className={styles.list}>
        {choices.map((choice, index) => (
          <label key={choice.id} className={styles.row}>
            <CheckInput
              type="radio"
              className={styles.radio}
              name={name}
              checked={index === chosenIndex}
              disabled={choice.disabled}
              onChange={() => onChoose(index)}
            />
            <ChoiceText {...choice} />
          </label>
        ))}
        {footer}
      </div>
    </fieldset>
  );
}
