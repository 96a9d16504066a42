import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { MAINTENANCE, MESSAGES } from '#shared/messages.ts';
import { announce } from '../../state/announcer.ts';
import { useSiteCheckedAt } from '../../state/site-settings.ts';
import { Button } from '../../ui/button.tsx';
import styles from './maintenance-overlay.module.css';

/** Takes the focus to the heading, and at the end back to where it was, or to `otherwise`. */
function useBorrowedFocus(otherwise: () => void) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  const fallback = useRef(otherwise);
  // Before the browser takes the focus from what is inert now.
  useLayoutEffect(() => {
    before.current = document.activeElement;
    heading.current?.focus();
  }, []);
  // After what was inert takes the focus again.
  useEffect(
    () => () => {
      const { current } = before;
      if (current instanceof HTMLElement && current !== document.body && current.isConnected) current.focus();
      else fallback.current();
    },
    [],
  );
  return heading;
}

/** Both are known in the browser only. */
function useVisit(): { canGoBack: boolean; checked: string | null } {
  const [canGoBack, setCanGoBack] = useState(false);
  useEffect(() => setCanGoBack(history.length > 1), []);
  const at = useSiteCheckedAt();
  const checked =
    at === null ? null : new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return { canGoBack, checked };
}

/**
 * The full-screen notice of scheduled maintenance (brief 4.12). Who shows it makes the rest of the page inert, and takes it
 * away when it is over; then the focus goes back to where it was, or `toField` is called.
 */
export function MaintenanceOverlay({ brand, toField }: { brand: ReactNode; toField: () => void }) {
  const heading = useBorrowedFocus(toField);
  const { canGoBack, checked } = useVisit();
  useEffect(() => () => announce(MAINTENANCE.over, 'polite'), []);
  const id = useId();
  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={`${id}heading`}
      aria-describedby={`${id}text`}
      className={styles.overlay}
    >
      <div className={styles.edge}>{brand}</div>
      <div className={styles.notice}>
        <h1 id={`${id}heading`} ref={heading} tabIndex={-1}>
          {MESSAGES.maintenanceHeadline}
        </h1>
        <p id={`${id}text`}>{MAINTENANCE.text}</p>
        <div className={styles.actions}>
          <Button look="primary" size="large" onClick={() => location.reload()}>
            <RotateCw aria-hidden className="ic" />
            {MAINTENANCE.refresh}
          </Button>
          {canGoBack && (
            <Button size="large" onClick={() => history.back()}>
              {MAINTENANCE.back}
            </Button>
          )}
        </div>
      </div>
      <p className={`num ${styles.edge} ${styles.checked}`}>
        {checked !== null && MAINTENANCE.checkedAt(checked)}
      </p>
    </div>
  );
}

/** The line above the form while maintenance waits for a download to end. */
export function MaintenanceWaits() {
  useEffect(() => announce(MAINTENANCE.afterDownload, 'polite'), []);
  return (
    <p className={styles.waits} data-testid="maintenance-waits">
      {MAINTENANCE.afterDownload}
    </p>
  );
}
