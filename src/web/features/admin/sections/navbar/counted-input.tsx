import { type ComponentProps, useId } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { TextInput } from '../../../../ui/text-field.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import styles from './counted-input.module.css';

/**
 * Renders a text field with at most `most` characters and a counter. `problem` is the id of the element that describes its problem;
 * undefined means that it is valid.
 */
export function CountedInput({
  value,
  most,
  problem,
  className,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'maxLength' | 'invalid'> & {
  value: string;
  most: number;
  problem: string | undefined;
}) {
  const count = useId();
  return (
    <span className={styles.field}>
      <TextInput
        {...rest}
        value={value}
        maxLength={most}
        onPaste={notifyIfCut}
        invalid={problem !== undefined}
        aria-describedby={classNames(problem, count)}
        className={classNames(styles.input, className)}
      />
      <span id={count} className={styles.count}>
        {text(navbarEditor, 'counter', { length: value.length, most })}
      </span>
    </span>
  );
}
