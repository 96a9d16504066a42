import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { authForm } from '#messages/auth-form.ts';
import { waitingScreen } from '#messages/waiting-screen.ts';
import { type Account, sessionStateSchema } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { callPanel } from '../../lib/panel-client.ts';
import { notifySuccess } from '../../state/notices.ts';
import { useLiveAccess } from '../../state/panel/live-panel.ts';
import { clearSetupCode, currentSetupCode, setupCodeIn } from '../../state/panel/pasted-setup-code.ts';
import { isInPanel, recheckSession, setSession } from '../../state/panel/session.ts';
import { AuthForm, FormField, SetupCodeInput } from './auth-form.tsx';
import { claimFormSchema } from './auth-schemas.ts';
import { AuthScreen } from './auth-screen.tsx';

/**
 * Checks again whether the account may use the panel, and shows a notice if it may. The page then shows the panel, or the sign-in form if
 * the session has ended.
 */
async function followAccess(): Promise<void> {
  await recheckSession();
  if (isInPanel()) notifySuccess(text(waitingScreen, 'approved'));
}

/** Returns a function that runs `task`, never twice at the same time. Calls during a run cause one more run after it. */
function createSerialRun(task: () => Promise<void>): () => void {
  let isRunning = false;
  let wanted = false;
  const run = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      await task();
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

function useAccessChecks(): void {
  // The answer to a running check may be older than the event that asks for another.
  const [check] = useState(() => createSerialRun(followAccess));
  useLiveAccess(check);
}

/** Renders the form for the setup code, for an account that was created without it. */
function ClaimForm() {
  const form = useForm({
    resolver: zodResolver(claimFormSchema),
    defaultValues: { setupCode: currentSetupCode() ?? '' },
  });
  const [refused, setRefused] = useState<string | null>(null);
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ setupCode }) => {
    setRefused(null);
    const answer = await callPanel('/api/auth/claim', {
      method: 'POST',
      body: { setupCode: setupCodeIn(setupCode) },
      responseSchema: sessionStateSchema,
    });
    if (!answer.ok) return setRefused(answer.detail);
    clearSetupCode();
    setSession(answer.value);
  });
  return (
    <AuthForm
      alert={refused}
      busy={isSubmitting}
      label={text(waitingScreen, 'setupSubmit')}
      busyLabel={text(waitingScreen, 'setupSending')}
      onSubmit={submit}
    >
      <FormField
        form={form}
        name="setupCode"
        label={text(authForm, 'setupCode')}
        refusedField={refused === null ? undefined : 'setupCode'}
        hint={text(waitingScreen, 'setupHelp')}
        onChange={() => setRefused(null)}
      >
        {(attributes) => <SetupCodeInput {...attributes} />}
      </FormField>
    </AuthForm>
  );
}

/**
 * Renders the page of an account that is not approved yet. The page changes when the owner decides. While the site has no owner, the setup
 * code makes the account the owner.
 */
export function WaitingScreen({
  account,
  isAccessRevoked,
  ownerless,
  brand,
  logout,
}: {
  account: Account;
  /** Whether the owner withdrew the account's access while the panel was open. */
  isAccessRevoked: boolean;
  ownerless: boolean;
  brand: ReactNode;
  logout: ReactNode;
}) {
  useAccessChecks();
  return (
    <AuthScreen
      title={text(waitingScreen, isAccessRevoked ? 'revokedTitle' : 'title')}
      lede={
        <>
          <p>
            <strong>{account.name || account.email}</strong>
          </p>
          {isAccessRevoked && <p>{text(waitingScreen, 'revoked')}</p>}
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
