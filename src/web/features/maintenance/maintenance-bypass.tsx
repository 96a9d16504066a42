import { maintenanceBypass } from '#messages/maintenance-bypass.ts';
import { text } from '#shared/messages/text.ts';
import styles from './maintenance-overlay.module.css';

/**
 * Renders the message above the form for a signed-in administrator, who can use the site during maintenance.
 * Server-rendered only.
 */
export const MaintenanceBypassNotice = () => (
  <p className={styles.waits} data-testid="maintenance-passed">
    {text(maintenanceBypass, 'text')}{' '}
    <a className="link" href="/admin/general">
      {text(maintenanceBypass, 'toSwitch')}
    </a>
  </p>
);
