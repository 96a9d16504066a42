import { CircleAlert } from 'lucide-react';
import { BARE_ADDRESS } from '#shared/editor-messages.ts';
import { Button } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field-message.tsx';
import styles from './address-message.module.css';
import type { WebAddress } from './web-address.ts';

/** Renders the error of a typed web address, and a button that fixes it if only `https://` is missing. */
export function AddressMessage({
  id,
  text,
  address,
  onFix,
}: {
  id: string;
  text: string;
  address: WebAddress;
  onFix: (url: string) => void;
}) {
  return (
    <div className={styles.message}>
      <FieldMessage id={id} tone="error" icon={CircleAlert}>
        <span className={styles.words}>
          {text}
          {address.kind === 'bare' && `. ${BARE_ADDRESS.hint}`}
        </span>
      </FieldMessage>
      {address.kind === 'bare' && (
        <Button size="small" className={styles.fix} onClick={() => onFix(address.fixed)}>
          {BARE_ADDRESS.fix(address.fixed)}
        </Button>
      )}
    </div>
  );
}
