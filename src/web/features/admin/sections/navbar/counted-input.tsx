import { CircleAlert } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import styles from './counted-input.module.css';

/**
 * Renders a field for a label of at most `maxCharacters` characters, with a counter. If `isMissing`, also says that the label must not be
 * empty.
 */
export function CountedInput({
  value,
  maxCharacters,
  isMissing,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'maxLength' | 'invalid'> & {
  value: string;
  maxCharacters: number;
  isMissing: boolean;
}) {
  const id = useId();
  return (
    <>
      <span className={styles.field}>
        <TextInput
          {...rest}
          value={value}
          maxLength={maxCharacters}
          onPaste={notifyIfCut}
          invalid={isMissing}
          aria-describedby={classNames(isMissing && `${id}problem`, `${id}count`)}
          className={styles.input}
        />
        <span id={`${id}count`} className={styles.count}>
          {text(navbarEditor, 'counter', { length: value.length, most: maxCharacters })}
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
