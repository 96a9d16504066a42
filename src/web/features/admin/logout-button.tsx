import { useState } from 'react';
import { PANEL_MESSAGES } from '#shared/panel-messages.ts';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import { signOut } from '../../state/panel/session.ts';
import { currentUnsaved, type Unsaved } from '../../state/panel/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveDialog } from './leave-guard.tsx';

/** Ends the session; with unsaved changes only after asking. */
export function LogoutButton() {
  const [asking, setAsking] = useState<Unsaved | null>(null);
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
    const unsaved = currentUnsaved();
    if (unsaved === null) void logout();
    else setAsking(unsaved);
  };
  return (
    <>
      <Button size="small" unavailable={going} onClick={press}>
        {SHELL.logout}
      </Button>
      {asking !== null && (
        <LeaveDialog
          what={asking.what}
          onStay={() => setAsking(null)}
          onLeave={() => {
            setAsking(null);
            asking.discard();
            void logout();
          }}
        />
      )}
    </>
  );
}
