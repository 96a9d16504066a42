import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { LOCALE } from '#messages/language.ts';
import { maintenance } from '#messages/maintenance.ts';
import { maintenanceBypass } from '#messages/maintenance-bypass.ts';
import { sitePath } from '#shared/base-path.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { announce } from '../../state/announcer.ts';
import { useSiteCheckedAt } from '../../state/use-site.ts';
import { Button } from '../../ui/button.tsx';
import styles from './maintenance-overlay.module.css';

/**
 * Returns the ref of a heading, which gets the focus on mount. On unmount, restores the previous focus, or calls `focusElsewhere` if no
 * element had it or the element no longer exists.
 */
function useTemporaryFocus(focusElsewhere: () => void) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  const focusFallback = useEffectEvent(focusElsewhere);
  // A layout effect, because it must run before the browser removes the focus from the inert page.
  useLayoutEffect(() => {
    before.current = document.activeElement;
    heading.current?.focus();
  }, []);
  // A passive effect, because the page must be focusable again before the focus is restored.
  useEffect(
    () => () => {
      const { current } = before;
      if (current instanceof HTMLElement && current !== document.body && current.isConnected) current.focus();
      else focusFallback();
    },
    [],
  );
  return heading;
}

/**
 * Returns whether the browser can go back, and the local time of the last maintenance check (null while unknown). Only the browser knows
 * both.
 */
function useVisit(): { canGoBack: boolean; checked: string | null } {
  const [canGoBack, setCanGoBack] = useState(false);
  useEffect(() => setCanGoBack(history.length > 1), []);
  const at = useSiteCheckedAt();
  const checked =
    at === null ? null : new Date(at).toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit' });
  return { canGoBack, checked };
}

/**
 * Renders the full-screen notice of maintenance. The parent makes the rest of the page inert, and unmounts the notice when maintenance
 * ends. The focus then returns to the element that had it, or `focusField` is called to focus the link field, and the end is announced.
 */
export function MaintenanceOverlay({ brand, focusField }: { brand: ReactNode; focusField: () => void }) {
  const heading = useTemporaryFocus(focusField);
  const { canGoBack, checked } = useVisit();
  useEffect(() => () => announce(text(maintenance, 'over'), 'polite'), []);
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
        <h1 id={`${id}heading`} ref={heading} tabIndex={-1} className="headline">
          {text(maintenance, 'headline')}
        </h1>
        <p id={`${id}text`}>{text(maintenance, 'text')}</p>
        <div className={styles.actions}>
          <Button look="primary" size="large" onClick={() => location.reload()}>
            <RotateCw aria-hidden className="ic" />
            {text(maintenance, 'refresh')}
          </Button>
          {canGoBack && (
            <Button size="large" onClick={() => history.back()}>
              {text(maintenance, 'back')}
            </Button>
          )}
        </div>
      </div>
      <p className={`num ${styles.edge} ${styles.checked}`}>
        {checked !== null && text(maintenance, 'checkedAt', { time: checked })}
      </p>
    </div>
  );
}

/** Renders and announces the message above the form while maintenance waits for a download to end. */
export function MaintenancePendingNotice() {
  useEffect(() => announce(text(maintenance, 'afterDownload'), 'polite'), []);
  return (
    <p className={styles.waits} data-testid="maintenance-waits">
      {text(maintenance, 'afterDownload')}
    </p>
  );
}

/**
 * Renders the message above the form for a signed-in administrator, who can use the site during maintenance. Only the server renders it.
 */
export const MaintenanceBypassNotice = () => (
  <p className={styles.waits} data-testid="maintenance-passed">
    {text(maintenanceBypass, 'text')}{' '}
    <a className="link" href={sitePath(sectionPath('general'))}>
      {text(maintenanceBypass, 'toSwitch')}
    </a>
  </p>
);
