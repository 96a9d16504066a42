import { type ReactNode, useEffect, useState } from 'react';
import { authForm } from '#messages/auth-form.ts';
import { waitingScreen } from '#messages/waiting-screen.ts';
import { type Account, sessionStateSchema } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { callPanel } from '../../lib/panel-client.ts';
import { checkSession, setSession } from '../../state/panel/session.ts';
import { clearSetupCode, currentSetupCode } from '../../state/panel/setup-code.ts';
import { TextInput } from '../../ui/text-field.tsx';
import { AuthForm, FormField } from './auth-form.tsx';
import { AuthScreen } from './auth-screen.tsx';

/** Interval at which the page of a waiting account polls for approval; such an account has no live stream. */
const APPROVAL_POLL_MS = 5_000;

/** Checks periodically, while the page is visible, whether an owner has approved the waiting account. */
function useApproval(): void {
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') void checkSession();
    };
    const timer = setInterval(check, APPROVAL_POLL_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
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
      body: { setupCode: code.trim() },
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
 * Renders the page of an account that is not approved yet, and checks whether it is. While there is no owner, the setup
 * code makes the account the owner.
 */
export function WaitingScreen({
  account,
  ownerless,
  brand,
  logout,
}: {
  account: Account;
  ownerless: boolean;
  brand: ReactNode;
  logout: ReactNode;
}) {
  useApproval();
  return (
    <AuthScreen
      title={account.name || account.email}
      lede={<p>{text(waitingScreen, 'text')}</p>}
      brand={brand}
      aside={logout}
    >
      {ownerless && <ClaimForm />}
    </AuthScreen>
  );
}
