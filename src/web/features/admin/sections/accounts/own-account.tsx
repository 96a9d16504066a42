import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { accountsSection } from '#messages/accounts-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { passwordInput } from '#messages/password-input.ts';
import { PASSWORD_MIN_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { PasswordMeter } from '../../../../ui/password-meter.tsx';
import { Field } from '../../field.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { MomentSentence } from '../../moment.tsx';
import { SettingRow } from '../../setting-row.tsx';
import {
  changePassword,
  endOtherSessions,
  endSession,
  fetchSessions,
  SESSIONS_KEY,
} from './account-calls.ts';
import styles from './accounts.module.css';

const FIELDS = {
  current: {
    label: text(accountsSection, 'currentPassword'),
    toggle: text(passwordInput, 'showCurrent'),
    autoComplete: 'current-password',
  },
  next: {
    label: text(accountsSection, 'newPassword'),
    toggle: text(passwordInput, 'showNew'),
    autoComplete: 'new-password',
  },
  repeated: {
    label: text(accountsSection, 'repeatPassword'),
    toggle: text(passwordInput, 'showRepeated'),
    autoComplete: 'new-password',
  },
} as const;
type FieldName = keyof typeof FIELDS;
type Values = Readonly<Record<FieldName, string>>;

const EMPTY: Values = { current: '', next: '', repeated: '' };

interface Problem {
  readonly field: FieldName;
  readonly sentence: string;
}

/** Validates the form; returns the first problem, or null. */
export function problemOf({ current, next, repeated }: Values): Problem | null {
  if (current === '') return { field: 'current', sentence: text(accountsSection, 'currentRequired') };
  if (next.length < PASSWORD_MIN_CHARACTERS)
    return { field: 'next', sentence: text(panelOutcomes, 'passwordTooShort') };
  if (next === current) return { field: 'next', sentence: text(accountsSection, 'passwordSame') };
  if (next !== repeated) return { field: 'repeated', sentence: text(panelOutcomes, 'passwordsDoNotMatch') };
  return null;
}

/** Renders the form that changes the password of the signed-in account. */
function OwnPassword({ email }: { email: string }) {
  const id = useId();
  const [values, setValues] = useState(EMPTY);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const showProblem = (found: Problem) => {
    setProblem(found);
    document.getElementById(`${id}${found.field}`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = problemOf(values);
    if (found !== null) return showProblem(found);
    setBusy(true);
    const { current, next } = values;
    const failure = await changePassword({ current, next }, text(accountsSection, 'passwordChanged'));
    setBusy(false);
    if (failure === null) return setValues(EMPTY);
    const field = failure.code === 'password_wrong' ? 'current' : 'next';
    showProblem({ field, sentence: failure.detail });
  };
  return (
    <SettingRow heading={text(accountsSection, 'password')} help={text(accountsSection, 'passwordHelp')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {/* Tells password managers which account the password belongs to. */}
        <input hidden readOnly autoComplete="username" value={email} />
        {(Object.keys(FIELDS) as FieldName[]).map((field) => (
          <Field
            key={field}
            id={`${id}${field}`}
            label={FIELDS[field].label}
            problem={problem?.field === field ? problem.sentence : null}
          >
            <PasswordInput
              id={`${id}${field}`}
              toggleLabel={FIELDS[field].toggle}
              autoComplete={FIELDS[field].autoComplete}
              value={values[field]}
              invalid={problem?.field === field}
              aria-describedby={`${id}${field}problem`}
              onChange={(event) => {
                setValues({ ...values, [field]: event.target.value });
                setProblem(null);
              }}
            />
            {field === 'next' && problem?.field !== 'next' && (
              <p id={`${id}nextproblem`} className={styles.hint}>
                <PasswordMeter password={values.next} />
              </p>
            )}
          </Field>
        ))}
        <Button type="submit" unavailable={busy}>
          {busy ? text(accountsSection, 'changing') : text(accountsSection, 'changePassword')}
        </Button>
      </form>
    </SettingRow>
  );
}

/** Lists the sessions of the signed-in account and offers to end each. */
function OwnSessions() {
  const { data, error, refetch } = useQuery({ queryKey: SESSIONS_KEY, queryFn: fetchSessions });
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <SettingRow
      heading={text(accountsSection, 'sessions')}
      help={text(accountsSection, 'sessionsHelp')}
      entries={others.length}
    >
      {data === undefined ? (
        <LoadingOrError
          label={text(accountsSection, 'sessionsFailed')}
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <ul className={styles.list}>
          {data.map(({ id, browser, lastSeenAt, current }) => (
            <li key={id}>
              <div className={styles.who}>
                <strong>{browser}</strong>
                <span>
                  {current ? (
                    text(accountsSection, 'thisBrowser')
                  ) : (
                    <MomentSentence at={lastSeenAt}>
                      {(when) => text(accountsSection, 'lastSeen', { when })}
                    </MomentSentence>
                  )}
                </span>
              </div>
              {!current && (
                <div className={styles.actions}>
                  <Button
                    size="small"
                    aria-label={text(accountsSection, 'endSessionOf', { browser })}
                    onClick={() => void endSession(id, text(accountsSection, 'sessionEnded'))}
                  >
                    {text(accountsSection, 'endSession')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button
          className={styles.below}
          onClick={() => void endOtherSessions(text(accountsSection, 'othersEnded'))}
        >
          {text(accountsSection, 'endOthers')}
        </Button>
      )}
    </SettingRow>
  );
}

/** Renders what each account may change about itself: its password and its sessions. */
export const OwnAccount = ({ email }: { email: string }) => (
  <>
    <OwnPassword email={email} />
    <OwnSessions />
  </>
);
