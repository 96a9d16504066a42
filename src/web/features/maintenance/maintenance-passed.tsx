import { MAINTENANCE_PASSED } from '#shared/maintenance-messages.ts';
import styles from './maintenance-overlay.module.css';

/** The line above the form for a signed-in administrator, whom maintenance does not hold up. Only the server renders it. */
export const MaintenancePassed = () => (
  <p className={styles.waits} data-testid="maintenance-passed">
    {MAINTENANCE_PASSED.text}{' '}
    <a className="link" href="/admin/general">
      {MAINTENANCE_PASSED.toSwitch}
    </a>
  </p>
);
