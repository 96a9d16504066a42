import { CircleAlert, KeyRound } from 'lucide-react';
import { useId } from 'react';
import { providerSetup } from '#messages/provider-setup.ts';
import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import { text } from '#shared/messages/text.ts';
import { reachShare } from '#shared/reach-share.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { CheckOutcomes } from './check-outcomes.tsx';
import styles from './provider-card.module.css';
import { ProviderForm } from './provider-form.tsx';
import type { FormPlace, ProviderSetup } from './use-provider-setup.ts';

type Shown = NonNullable<ProviderSetup['check']>;

const READ: ReadonlySet<ReturnType<typeof reachShare>> = new Set(['all', 'some']);

/** Renders whether the key of a provider is stored; it is never sent to the browser. */
function KeyLine({ chosen, isUnreadable }: { chosen: ChosenProvider; isUnreadable: boolean }) {
  const Icon = isUnreadable ? CircleAlert : KeyRound;
  const state = chosen.hasKey ? 'withKey' : 'withoutKey';
  return (
    <p className={isUnreadable ? styles.warn : styles.key}>
      <Icon aria-hidden className="ic-s" />
      {text(providerSetup, isUnreadable ? 'keyUnreadable' : state)}
    </p>
  );
}

const savedSentence = ({ made, isRunning }: Shown): string => {
  if (isRunning) return text(providerSetup, 'checking');
  const isRead = made === null || made.platforms.some((reached) => READ.has(reachShare(reached)));
  return text(providerSetup, isRead ? 'saved' : 'savedUnread');
};

/** Renders that the provider is saved, and what the check after that found. */
function SavedProvider({ check }: { check: Shown }) {
  const { made, refusal } = check;
  return (
    <>
      {/* Not a live region: the check announces its beginning and its result. */}
      <p className={styles.saved}>
        {savedSentence(check)} {refusal}
      </p>
      {made !== null && <CheckOutcomes platforms={made.platforms} />}
    </>
  );
}

/** Renders the form of the provider if it is open at this place. */
export function OpenProviderForm({ at, setup }: { at: FormPlace; setup: ProviderSetup }) {
  const { engines, edited, finish, leave } = setup;
  if (edited !== at) return null;
  return (
    <ProviderForm
      stored={engines.settings.provider}
      revision={engines.settings.revision}
      onSaved={finish}
      onCancel={leave}
    />
  );
}

/**
 * Renders the setup of the provider: its key, what the check after the save found, and the form that changes it. It is saved apart from the section's
 * draft.
 */
export function ProviderCard({ setup }: { setup: ProviderSetup }) {
  const id = useId();
  const { engines, edited, isAsking, busy, problem, check, edit, askToRemove, remove } = setup;
  const chosen = engines.settings.provider;
  const isUnreadable = engines.engines.some((one) => one.name === 'provider' && one.key === 'unreadable');
  const verb = chosen === null ? 'replace' : 'change';
  return (
    <div className={styles.card}>
      {chosen === null ? (
        <p className={styles.key}>{text(providerSetup, 'fromEnvironment')}</p>
      ) : (
        <KeyLine chosen={chosen} isUnreadable={isUnreadable} />
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          data-focus="edit"
          unavailable={edited !== null}
          aria-label={text(providerSetup, `${verb}Of`)}
          onClick={() => edit('card')}
        >
          {text(providerSetup, verb)}
        </Button>
        {chosen !== null && (
          <Button
            size="small"
            look="ghost"
            unavailable={edited !== null}
            aria-label={text(providerSetup, 'removeOf')}
            onClick={() => askToRemove(true)}
          >
            {text(providerSetup, 'remove')}
          </Button>
        )}
      </div>
      {problem !== null && (
        <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
          {problem}
        </FieldMessage>
      )}
      {check !== null && <SavedProvider check={check} />}
      <OpenProviderForm at="card" setup={setup} />
      {isAsking && (
        <ConfirmDialog
          title={text(providerSetup, 'removeTitle')}
          text={text(providerSetup, 'removeText')}
          cancel={text(providerSetup, 'cancel')}
          confirm={text(providerSetup, 'remove')}
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => askToRemove(false)}
        />
      )}
    </div>
  );
}
