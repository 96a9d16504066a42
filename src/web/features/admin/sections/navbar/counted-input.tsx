import { CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import styles from './counted-input.module.css';

/** Renders the field of a label with at most `most` characters, a counter and, if `isMissing`, that it must not be empty. */
export function CountedInput({
  value,
  most,
  isMissing,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'maxLength' | 'invalid'> & {
  value: string;
  most: number;
  isMissing: boolean;
}) {
  const id = useId();
  return (
    <>
      <span className={styles.field}>
        <TextInput
          {...rest}
          value={value}
          maxLength={most}
          onPaste={notifyIfCut}
          invalid={isMissing}
          aria-describedby={classNames(isMissing && `${id}problem`, `${id}count`)}
          className={styles.input}
        />
        <span id={`${id}count`} className={styles.count}>
          {text(navbarEditor, 'counter', { length: value.length, most })}
        </span>
      </span>
      {isMissing && (
        <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
          {text(navbarEditor, 'labelRequired')}
        </FieldMessage>
      )}
    </>
  );
}
