import { MAINTENANCE_PASSED } from '#shared/maintenance-messages.ts';
import styles from './maintenance-overlay.module.css';

/**
 * Renders the message above the form for a signed-in administrator, who can use the site during maintenance.
 * Server-rendered only.
 */
export const MaintenanceBypassNotice = () => (
  <p className={styles.waits} data-testid="maintenance-passed">
    {MAINTENANCE_PASSED.text}{' '}
    <a className="link" href="/admin/general">
      {MAINTENANCE_PASSED.toSwitch}
    </a>
  </p>
);
