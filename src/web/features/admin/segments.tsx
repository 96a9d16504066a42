import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../../lib/class-names.ts';
import shared from '../../ui/segments.module.css';
import styles from './segments.module.css';

/** Renders a choice between a few options, side by side. Only screen readers read `label`. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChoose,
  className,
}: {
  label: string;
  options: readonly (readonly [value: Value, label: string, icon?: LucideIcon])[];
  value: Value;
  onChoose: (value: Value) => void;
  className?: string | undefined;
}) {
  const name = useId();
  return (
    <fieldset className={classNames(shared.segments, styles.segments, className)}>
      <legend className="sr">{label}</legend>
      {options.map(([each, words, Icon]) => (
        <label key={each} className={classNames(shared.segment, styles.segment)}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChoose(each)}
            className={shared.radio}
          />
          <span className={classNames(shared.face, styles.face)}>
            {Icon && <Icon aria-hidden className="ic-s" />}
            {words}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
