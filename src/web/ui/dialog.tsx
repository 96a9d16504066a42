import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './dialog.module.css';

/**
 * A modal question: shown while mounted, the rest of the page inert. `onCancel` is Escape; without it there is no way
 * around the answer. Put `data-first-focus` on the least destructive button. The focus goes back to where it was.
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
        // A second Escape is not asked about: browsers close a dialog that keeps preventing it.
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
