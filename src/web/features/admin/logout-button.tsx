import { useState } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import { signOut } from '../../state/panel/session.ts';
import { currentUnsavedChanges } from '../../state/panel/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveConfirmation } from './leave-guard.tsx';

/**
 * Renders the button that ends the session, with a confirmation if there are unsaved changes. A notice says whether the sign-out succeeded.
 */
export function LogoutButton() {
  const [confirming, setConfirming] = useState(false);
  const [signingOut, setSigningOut] = useState(false);
  const logout = async () => {
    setSigningOut(true);
    const failure = await signOut();
    if (failure === null) notifySuccess(text(panelOutcomes, 'logoutSuccessful'));
    else {
      setSigningOut(false);
      notifyError(text(panelOutcomes, 'logoutFailed'));
    }
  };
  const press = () => {
    if (currentUnsavedChanges() === null) void logout();
    else setConfirming(true);
  };
  return (
    <>
      <Button size="small" unavailable={signingOut} onClick={press}>
        {text(panelFrame, 'logout')}
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
