import { useState } from 'react';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import { signOut } from '../../state/panel/session.ts';
import { currentUnsaved } from '../../state/panel/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveConfirmation } from './leave-guard.tsx';

/** Renders the button that ends the session, with a confirmation if there are unsaved changes. */
export function LogoutButton() {
  const [confirming, setConfirming] = useState(false);
  const [signingOut, setSigningOut] = useState(false);
  const logout = async () => {
    setSigningOut(true);
    const failure = await signOut();
    if (failure === null) notifySuccess(PANEL_MESSAGES.logoutSuccessful);
    else {
      setSigningOut(false);
      notifyError(PANEL_MESSAGES.logoutFailed);
    }
  };
  const press = () => {
    if (currentUnsaved() === null) void logout();
    else setConfirming(true);
  };
  return (
    <>
      <Button size="small" unavailable={signingOut} onClick={press}>
        {SHELL.logout}
      </Button>
      {confirming && (
        <LeaveConfirmation
          onStay={() => setConfirming(false)}
          onLeave={() => {
            setConfirming(false);
            void logout();
          }}
        />
      )}
    </>
  );
}
