import { CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { bareAddress } from '#messages/bare-address.ts';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field-message.tsx';
import { TextInput } from '../../ui/text-field.tsx';
import styles from './address-input.module.css';
import { notifyIfCut } from './paste-limit.ts';
import type { WebAddress } from './web-address.ts';

/** Renders a text field for a web address. Shows a notice if a pasted text is cut to the maximum length. */
export const AddressInput = ({ className, ...rest }: ComponentProps<typeof TextInput>) => (
  <TextInput
    inputMode="url"
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
    dir="ltr"
    maxLength={LINK_MAX_CHARACTERS}
    onPaste={notifyIfCut}
    {...rest}
    className={classNames(styles.input, className)}
  />
);

/**
 * Renders the problem of a typed web address. If the address only lacks `https://` or has `http://` instead, also renders a button that
 * passes the address with `https://` to `onFix`.
 */
export function AddressMessage({
  id,
  problem,
  address,
  onFix,
}: {
  id: string;
  problem: string;
  address: WebAddress;
  onFix: (url: string) => void;
}) {
  return (
    <div className={styles.message}>
      <FieldMessage id={id} tone="error" icon={CircleAlert}>
        <span>
          {problem}
          {address.kind === 'bare' && `. ${text(bareAddress, 'hint')}`}
        </span>
      </FieldMessage>
      {address.kind === 'bare' && (
        <Button size="small" className={styles.fix} onClick={() => onFix(address.fixedUrl)}>
          {text(bareAddress, 'fix', { address: address.fixedUrl })}
        </Button>
      )}
    </div>
  );
}
