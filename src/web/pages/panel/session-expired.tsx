import type { Account } from '#shared/contract/account.ts';
import { SAVING } from '#shared/panel-shell-messages.ts';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { abandonSession } from '../../state/panel/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './session-expired.module.css';

/** Sign-in dialog over a section with unsaved changes after the session has expired. Signing in keeps the changes. */
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
