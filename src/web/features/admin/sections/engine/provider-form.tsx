import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { passwordInput } from '#messages/password-input.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import { SERVICE_NAMES } from '#shared/contract/extraction-services.ts';
import { text } from '#shared/messages/text.ts';
import type { DraftProvider } from '../../../../state/panel/engine-settings.ts';
import { CheckInput } from '../../../../ui/check-input.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import { readSecureAddress } from '../../web-address.ts';
import { Disclosure } from './disclosure.tsx';
import styles from './provider-form.module.css';
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

/** Renders the problem of a field if it has one, else its hint. Describes the field by `id`. */
const Message = ({ id, problem, hint }: { id: string; problem: ReactNode; hint: string }) => (
  <div id={id} role="alert">
    {problem === null ? (
      <FieldMessage id={`${id}hint`} tone="hint">
        {hint}
      </FieldMessage>
    ) : (
      problem
    )}
  </div>
);

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
        <a className={`link ${styles.signUp}`} href={page} target="_blank" rel="noopener noreferrer">
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
        data-address=""
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
      <Message
        id={`${id}message`}
        hint={keyHint(provider, setup)}
        problem={
          isWrong ? (
            <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
              {text(providerSetup, 'keyInvalid')}
            </FieldMessage>
          ) : null
        }
      />
      {canKeepKey(saved, host) && key === '' && (
        <label className={styles.check}>
          <CheckInput
            type="checkbox"
            checked={!hasKey}
            onChange={({ target }) => edit({ ...provider, hasKey: !target.checked })}
          />
          {text(providerSetup, 'keyRemove')}
        </label>
      )}
    </Field>
  );
}

function HostField({ provider, setup: { saved, problem, edit } }: FieldProps) {
  const id = useId();
  const wrong = problem?.field === 'host' ? problem.problem : null;
  const change = (host: string) => edit(withHost(provider, host, saved));
  return (
    <Field id={id} label={text(providerSetup, 'address')}>
      <AddressInput
        id={id}
        data-address=""
        invalid={wrong !== null}
        aria-describedby={`${id}message`}
        placeholder={text(engineEditor, 'addressPlaceholder')}
        value={provider.host}
        onChange={({ target }) => change(target.value)}
      />
      <Message
        id={`${id}message`}
        hint={text(providerSetup, 'addressHint')}
        problem={
          wrong === null ? null : (
            <AddressMessage
              id={`${id}problem`}
              problem={text(engineEditor, `addressProblems.${wrong}`)}
              address={readSecureAddress(provider.host)}
              onFix={change}
            />
          )
        }
      />
    </Field>
  );
}

/** Renders the fields of the service, which are saved with the section. */
export function ProviderForm(props: FieldProps) {
  const { provider } = props;
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
        of={text(providerSetup, 'ofService')}
        open={isOtherHost}
      >
        <p className={styles.note}>{text(providerSetup, `requests.${provider.service}`)}</p>
        <HostField {...props} />
      </Disclosure>
    </div>
  );
}
