import { type ReactNode, useEffect, useState } from 'react';
import { authForm } from '#messages/auth-form.ts';
import { waitingScreen } from '#messages/waiting-screen.ts';
import { type Account, sessionStateSchema } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { callPanel } from '../../lib/panel-client.ts';
import { notifySuccess } from '../../state/notices.ts';
import { useAccessConnection } from '../../state/panel/admin-live-connection.ts';
import { isIn, recheckSession, setSession } from '../../state/panel/session.ts';
import { clearSetupCode, currentSetupCode, setupCodeIn } from '../../state/panel/setup-code.ts';
import { TextInput } from '../../ui/text-field.tsx';
import { AuthForm, FormField } from './auth-form.tsx';
import { AuthScreen } from './auth-screen.tsx';

/** Checks the account's access, and says when it was approved. The page then shows the panel or the sign-in form. */
async function followAccess(): Promise<void> {
  await recheckSession();
  if (isIn()) notifySuccess(text(waitingScreen, 'approved'));
}

/** Returns a function that starts `work`, once more after a run during which it was called again. */
function createSerialRun(work: () => Promise<void>): () => void {
  let isRunning = false;
  let wanted = false;
  const run = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      await work();
    }
  };
  return () => {
    wanted = true;
    if (isRunning) return;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
    });
  };
}

/** Follows the owner's decision, which the server announces; a page that becomes visible again checks by itself. */
function useDecision(): void {
  // The answer to a running check may be older than the event that asks for another.
  const [check] = useState(() => createSerialRun(followAccess));
  useAccessConnection(check);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') check();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [check]);
}

/** Renders the field for the setup code, for an account created without it. */
function ClaimForm() {
  const [code, setCode] = useState(currentSetupCode() ?? '');
  const [error, setError] = useState<string | undefined>();
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setRefused(null);
    if (code.trim() === '') return setError(text(waitingScreen, 'setupRequired'));
    setBusy(true);
    const answer = await callPanel('/api/auth/claim', {
      method: 'POST',
      body: { setupCode: setupCodeIn(code) },
      responseSchema: sessionStateSchema,
    });
    setBusy(false);
    if (!answer.ok) return setRefused(answer.detail);
    clearSetupCode();
    setSession(answer.value);
  };
  return (
    <AuthForm
      alert={refused}
      busy={busy}
      label={text(waitingScreen, 'setupSubmit')}
      busyLabel={text(waitingScreen, 'setupSending')}
      onSubmit={submit}
    >
      <FormField
        label={text(authForm, 'setupCode')}
        error={error}
        marked={refused !== null}
        hint={text(waitingScreen, 'setupHelp')}
      >
        {(attributes) => (
          <TextInput
            {...attributes}
            value={code}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => {
              setCode(target.value);
              setError(undefined);
              setRefused(null);
            }}
          />
        )}
      </FormField>
    </AuthForm>
  );
}

/**
 * Renders the page of an account that is not approved yet, and leaves it when the owner decides. While there is no owner,
 * the setup code makes the account the owner.
 */
export function WaitingScreen({
  account,
  revoked,
  ownerless,
  brand,
  logout,
}: {
  account: Account;
  /** Whether access was withdrawn while the panel was open. */
  revoked: boolean;
  ownerless: boolean;
  brand: ReactNode;
  logout: ReactNode;
}) {
  useDecision();
  return (
    <AuthScreen
      title={text(waitingScreen, revoked ? 'revokedTitle' : 'title')}
      lede={
        <>
          <p>
            <strong>{account.name || account.email}</strong>
          </p>
          {revoked && <p>{text(waitingScreen, 'revoked')}</p>}
          <p>{text(waitingScreen, 'text')}</p>
          {!ownerless && <p>{text(waitingScreen, 'nextPage')}</p>}
        </>
      }
      brand={brand}
      aside={logout}
    >
      {ownerless && <ClaimForm />}
    </AuthScreen>
  );
}
