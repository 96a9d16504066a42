import type { Account } from '#shared/contract/account.ts';
import { SAVING } from '#shared/panel-shell-messages.ts';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { abandonSession } from '../../state/panel/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './session-expired.module.css';

/** Over the section with its unsaved changes: whoever signs in again goes on where it stopped. */
export const SessionExpired = ({ account }: { account: Account }) => (
  <Dialog title={SAVING.expiredTitle} text={SAVING.expiredText}>
    <div className={styles.form}>
      <SignInForm email={account.email} />
      <Button look="ghost" className={styles.leave} onClick={abandonSession}>
        {SAVING.expiredLeave}
      </Button>
    </div>
  </Dialog>
);
