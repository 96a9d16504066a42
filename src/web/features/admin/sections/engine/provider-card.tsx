import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { passwordInput } from '#messages/password-input.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import { SERVICE_NAMES } from '#shared/contract/extraction-services.ts';
import { text } from '#shared/messages/text.ts';
import { reachShare } from '#shared/reach-share.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import type { DraftProvider } from '../../../../state/panel/edited-engines.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckLabel } from '../../../../ui/check-input.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { Field } from '../../field.tsx';
import panel from '../../panel-styles.module.css';
import { notifyIfCut } from '../../paste-limit.ts';
import { AddressField } from './address-field.tsx';
import { CheckOutcomes } from './check-outcomes.tsx';
import { Disclosure } from './disclosure.tsx';
import styles from './provider-card.module.css';
import {
  canKeepKey,
  isUsualHost,
  SIGN_UP_PAGES,
  withHost,
  withKey,
  withService,
} from './provider-form-values.ts';
import type { ProviderSetup } from './use-provider-setup.ts';

interface FieldProps {
  provider: DraftProvider;
  setup: ProviderSetup;
}

function ServiceField({ provider, setup: { saved, edit } }: FieldProps) {
  const id = useId();
  const page = SIGN_UP_PAGES[provider.service];
  return (
    <Field id={id} label={text(providerSetup, 'service')}>
      <SelectInput
        id={id}
        data-focus="main"
        value={provider.service}
        aria-describedby={`${id}hint`}
        options={SERVICE_NAMES.map((service) => [service, text(providerSetup, `services.${service}`)])}
        onChoose={(service) => edit(withService(provider, service, saved))}
      />
      <FieldMessage id={`${id}hint`} tone="hint">
        {text(providerSetup, `reads.${provider.service}`)}
      </FieldMessage>
      {page !== null && (
        <a className={`link tap ${styles.signUp}`} href={page} target="_blank" rel="noopener noreferrer">
          {text(providerSetup, 'signUp')}
        </a>
      )}
    </Field>
  );
}

const keyHint = ({ hasKey, host }: DraftProvider, { saved }: ProviderSetup): string => {
  if (hasKey) return text(providerSetup, 'keyStored');
  return text(providerSetup, saved?.hasKey && !canKeepKey(saved, host) ? 'keyOfOtherHost' : 'keyHint');
};

function KeyField({ provider, setup }: FieldProps) {
  const id = useId();
  const { saved, problem, edit } = setup;
  const { key = '', host, hasKey } = provider;
  const isWrong = problem?.field === 'key';
  return (
    <Field id={id} label={text(providerSetup, 'key')}>
      <PasswordInput
        id={id}
        toggleLabel={text(passwordInput, 'showKey')}
        // A password manager must not offer the owner's own password.
        autoComplete="new-password"
        dir="ltr"
        maxLength={1_000}
        onPaste={notifyIfCut}
        invalid={isWrong}
        aria-describedby={`${id}message`}
        value={key}
        onChange={({ target }) => edit(withKey(provider, target.value))}
      />
      <div id={`${id}message`} role="alert">
        <FieldMessage tone={isWrong ? 'error' : 'hint'} icon={isWrong ? CircleAlert : undefined}>
          {isWrong ? text(providerSetup, 'keyInvalid') : keyHint(provider, setup)}
        </FieldMessage>
      </div>
      {canKeepKey(saved, host) && key === '' && (
        <CheckLabel
          checked={!hasKey}
          onChange={({ target }) => edit({ ...provider, hasKey: !target.checked })}
        >
          {text(providerSetup, 'keyRemove')}
        </CheckLabel>
      )}
    </Field>
  );
}

/**
 * Renders the fields of the extraction service: the service, its key and, folded if it is the proposed one, its address. The key is left
 * out if the service needs none, the address is the proposed one and no key is stored. Save Changes saves the fields.
 */
function ProviderForm(props: FieldProps) {
  const { provider } = props;
  const { saved, problem, edit } = props.setup;
  const [isOtherHost] = useState(() => !isUsualHost(provider));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own legend
    <div role="group" className={styles.form} aria-label={text(providerSetup, 'form')}>
      <ServiceField {...props} />
      {(SIGN_UP_PAGES[provider.service] !== null || provider.hasKey || !isUsualHost(provider)) && (
        <KeyField {...props} />
      )}
      <Disclosure
        summary={text(engineEditor, 'advanced')}
        subject={text(providerSetup, 'ofService')}
        open={isOtherHost}
      >
        <p className={panel.small}>{text(providerSetup, `requests.${provider.service}`)}</p>
        <AddressField
          label={text(providerSetup, 'address')}
          hint={text(providerSetup, 'addressHint')}
          draft={{
            text: provider.host,
            problem: problem?.field === 'host' ? problem.problem : null,
            write: (host) => edit(withHost(provider, host, saved)),
          }}
        />
      </Disclosure>
    </div>
  );
}

const READABLE_SHARES: ReadonlySet<ReturnType<typeof reachShare>> = new Set(['all', 'some']);

const checkSentence = ({ check: { newestCheck, isRunning, refusal }, isOn }: ProviderSetup): string => {
  if (isRunning) return text(providerSetup, 'checking');
  if (newestCheck === null) return refusal ?? '';
  if (newestCheck.platforms.some((platformCheck) => READABLE_SHARES.has(reachShare(platformCheck))))
    return text(providerSetup, 'works');
  return text(providerSetup, isOn ? 'unread' : 'unreadOff');
};

/** Renders that the check of the saved service is running, why it was refused, or what it found; nothing before the first check. */
function Checked({ setup }: { setup: ProviderSetup }) {
  const { newestCheck, isRunning } = setup.check;
  const sentence = checkSentence(setup);
  if (sentence === '') return null;
  return (
    <>
      {/* Not a live region: the check announces its beginning and its result. */}
      <p className={styles.saved}>{sentence}</p>
      {newestCheck !== null && !isRunning && <CheckOutcomes platforms={newestCheck.platforms} />}
    </>
  );
}

function Actions({ setup }: { setup: ProviderSetup }) {
  const { saved, provider, check, isOn, trySaved, remove, undo } = setup;
  if (saved === null)
    return (
      <Button size="small" look="ghost" onClick={undo}>
        {text(providerSetup, 'cancel')}
      </Button>
    );
  return (
    <>
      <Button size="small" unavailable={check.isRunning || !isEqual(provider, saved)} onClick={trySaved}>
        {text(providerSetup, isOn ? 'try' : 'tryAndTurnOn')}
      </Button>
      <Button size="small" look="ghost" aria-label={text(providerSetup, 'removeOf')} onClick={remove}>
        {text(providerSetup, 'remove')}
      </Button>
    </>
  );
}

/** Renders the button that begins the setup, or the button that undoes the removal of the provider. */
function Begin({ setup: { saved, engines, add, undo } }: { setup: ProviderSetup }) {
  const isSetUp = engines.engines.some(({ name, configured }) => name === 'provider' && configured);
  if (saved !== null)
    return (
      <>
        <p className={panel.small}>{text(providerSetup, 'removing')}</p>
        <Button size="small" data-focus="main" onClick={undo}>
          {text(providerSetup, 'keep')}
        </Button>
      </>
    );
  return (
    <>
      {isSetUp && <p className={panel.small}>{text(providerSetup, 'fromEnvironment')}</p>}
      <Button size="small" data-focus="main" onClick={add}>
        {text(providerSetup, isSetUp ? 'replace' : 'add')}
      </Button>
    </>
  );
}

/**
 * Renders the setup of the extraction service: its form with buttons, and what the check after the save found. Without a provider, renders
 * the button that adds one or undoes its removal.
 */
export function ProviderCard({ setup }: { setup: ProviderSetup }) {
  const { provider, saved, engines } = setup;
  const isUnreadable = engines.engines.some((one) => one.name === 'provider' && one.key === 'unreadable');
  return (
    <div className={styles.card} data-row="provider-setup">
      {provider === null ? (
        <Begin setup={setup} />
      ) : (
        <>
          <ProviderForm provider={provider} setup={setup} />
          {isUnreadable && (
            <FieldMessage tone="warning" icon={CircleAlert}>
              {text(providerSetup, 'keyUnreadable')}
            </FieldMessage>
          )}
          {!isEqual(provider, saved) && <p className={panel.small}>{text(providerSetup, 'unsaved')}</p>}
          <div className={panel.actions}>
            <Actions setup={setup} />
          </div>
          <Checked setup={setup} />
        </>
      )}
    </div>
  );
}
