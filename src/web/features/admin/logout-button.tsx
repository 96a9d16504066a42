import { useState } from 'react';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import { signOut } from '../../state/panel/session.ts';
import { currentUnsaved } from '../../state/panel/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveQuestion } from './leave-guard.tsx';

/** Ends the session; with unsaved changes only after asking. */
export function LogoutButton() {
  const [asking, setAsking] = useState(false);
  const [going, setGoing] = useState(false);
  const logout = async () => {
    setGoing(true);
    const failure = await signOut();
    if (failure === null) notifySuccess(PANEL_MESSAGES.logoutSuccessful);
    else {
      setGoing(false);
      notifyError(PANEL_MESSAGES.logoutFailed);
    }
  };
  const press = () => {
    if (currentUnsaved() === null) void logout();
    else setAsking(true);
  };
  return (
    <>
      <Button size="small" unavailable={going} onClick={press}>
        {SHELL.logout}
      </Button>
      {asking && (
        <LeaveQuestion
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false);
            void logout();
          }}
        />
      )}
    </>
  );
}
