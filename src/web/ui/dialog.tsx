import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './dialog.module.css';

/**
 * Modal dialog that is open while mounted and makes the rest of the page inert. `onCancel` is called on Escape; without `onCancel`, Escape
 * does nothing. Put `data-first-focus` on the least destructive button. Restores the previous focus on close.
 */
export function Dialog({
  title,
  text,
  onCancel,
  actions,
  children,
  className,
}: {
  title: string;
  text?: ReactNode;
  onCancel?: () => void;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      {...(text !== undefined && { 'aria-describedby': `${id}text` })}
      className={classNames(styles.dialog, className)}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      onKeyDown={(event) => {
        // Browsers close the dialog on a second Escape without a cancel event, so the key itself is prevented.
        if (event.key === 'Escape' && onCancel === undefined) event.preventDefault();
      }}
    >
      <h2 id={`${id}title`}>{title}</h2>
      {text !== undefined && (
        <p id={`${id}text`} className={styles.text}>
          {text}
        </p>
      )}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
}
