import { CircleAlert, KeyRound } from 'lucide-react';
import { useId } from 'react';
import { engineNames } from '#messages/engine-names.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import type { ChosenProvider } from '#shared/contract/chosen-provider.ts';
import type { ProviderName } from '#shared/contract/engine-names.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { ProviderForm } from './provider-form.tsx';
import styles from './provider-place.module.css';
import { ProviderTries, savedSentence } from './provider-tries.tsx';
import type { FormPlace, ProviderPlaces } from './use-provider-places.ts';

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

interface PlaceProps {
  name: ProviderName;
  places: ProviderPlaces;
}

/** Renders the form of a provider if it is open at this place. */
export function OpenProviderForm({ name, at, places }: PlaceProps & { at: FormPlace }) {
  const { engines, edited, finish, leave } = places;
  if (edited?.name !== name || edited.at !== at) return null;
  return (
    <ProviderForm
      name={name}
      title={text(engineNames, name)}
      stored={engines.settings.provider[name]}
      revision={engines.settings.revision}
      onSaved={(tries) => finish(name, tries)}
      onCancel={() => leave(name)}
    />
  );
}

/** Renders the setup of a provider: its key, what the last try showed, and the form that changes it. It is saved apart from the section's draft. */
export function ProviderPlace({ name, places }: PlaceProps) {
  const id = useId();
  const { engines, edited, removed, busy, problemOf, triesOf, edit, askToRemove, remove } = places;
  const chosen = engines.settings.provider[name];
  const isUnreadable = engines.engines.some((one) => one.name === name && one.key === 'unreadable');
  const title = text(engineNames, name);
  const verb = chosen === null ? 'replace' : 'change';
  const problem = problemOf(name);
  const tries = triesOf(name);
  // One provider is changed at a time.
  const isLocked = edited !== null;
  return (
    <div className={styles.place}>
      {chosen === null ? (
        <p className={styles.key}>{text(providerSetup, 'fromEnvironment')}</p>
      ) : (
        <KeyLine chosen={chosen} isUnreadable={isUnreadable} />
      )}
      <div className={styles.actions}>
        <Button
          size="small"
          data-focus="edit"
          unavailable={isLocked}
          aria-label={text(providerSetup, `${verb}Of`, { name: title })}
          onClick={() => edit(name, 'card')}
        >
          {text(providerSetup, verb)}
        </Button>
        {chosen !== null && (
          <Button
            size="small"
            look="ghost"
            unavailable={isLocked}
            aria-label={text(providerSetup, 'removeOf', { name: title })}
            onClick={() => askToRemove(name)}
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
      {tries !== null && (
        <>
          {/* Not a live region: the sentence is announced with what was tried. */}
          <p className={styles.saved}>{savedSentence(name, tries)}</p>
          <ProviderTries tries={tries} />
        </>
      )}
      <OpenProviderForm name={name} at="card" places={places} />
      {removed === name && (
        <ConfirmDialog
          title={text(providerSetup, 'removeTitle', { name: title })}
          text={text(providerSetup, 'removeText')}
          cancel={text(providerSetup, 'cancel')}
          confirm={text(providerSetup, 'remove')}
          busy={busy}
          onConfirm={() => void remove(name)}
          onCancel={() => askToRemove(null)}
        />
      )}
    </div>
  );
}
