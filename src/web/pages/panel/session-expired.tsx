import type { Account } from '#shared/contract/account.ts';
import { SAVING } from '#shared/panel-shell-messages.ts';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Over the section with its unsaved changes: whoever signs in again goes on where it stopped. */
export const SessionExpired = ({ account }: { account: Account }) => (
  <Dialog title={SAVING.expiredTitle} text={SAVING.expiredText}>
    <SignInForm email={account.email} />
  </Dialog>
);
