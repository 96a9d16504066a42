import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import { passwordInput } from '#messages/password-input.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import { SERVICE_NAMES, type ServiceName } from '#shared/contract/extraction-services.ts';
import { text } from '#shared/messages/text.ts';
import { useUnsavedInput } from '../../../../state/panel/unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckInput } from '../../../../ui/check-input.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { PasswordInput } from '../../../../ui/password-input.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import { readSecureAddress } from '../../web-address.ts';
import styles from './provider-form.module.css';
import { keepsKey, withService } from './provider-form-values.ts';
import { type ProviderFormOptions, useProviderForm } from './use-provider-form.ts';

type Form = ReturnType<typeof useProviderForm>;

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

const ErrorMessage = ({ id, children }: { id: string; children: ReactNode }) => (
  <FieldMessage id={id} tone="error" icon={CircleAlert}>
    <span className={styles.words}>{children}</span>
  </FieldMessage>
);

function ServiceField({ form: { values, edit } }: { form: Form }) {
  const id = useId();
  return (
    <Field id={id} label={text(providerSetup, 'service')}>
      <SelectInput
        id={id}
        name="service"
        data-focus="service"
        value={values.service}
        aria-describedby={`${id}hint`}
        onChange={({ target }) => edit((now) => withService(now, target.value as ServiceName))}
      >
        {SERVICE_NAMES.map((service) => (
          <option key={service} value={service}>
            {text(providerSetup, `services.${service}`)}
          </option>
        ))}
      </SelectInput>
      <FieldMessage id={`${id}hint`} tone="hint">
        {text(providerSetup, `reads.${values.service}`)}
      </FieldMessage>
    </Field>
  );
}

function HostField({ form: { values, state, edit } }: { form: Form }) {
  const id = useId();
  const wrong = state.kind === 'wrong' && state.wrong.field === 'host' ? state.wrong.problem : null;
  return (
    <Field id={id} label={text(providerSetup, 'address')}>
      <AddressInput
        id={id}
        name="host"
        invalid={wrong !== null}
        aria-describedby={`${id}message`}
        placeholder={text(engineEditor, 'addressPlaceholder')}
        value={values.host}
        onChange={({ target }) => edit({ host: target.value })}
      />
      <Message
        id={`${id}message`}
        hint={text(providerSetup, 'addressHint')}
        problem={
          wrong === null ? null : (
            <AddressMessage
              id={`${id}problem`}
              problem={text(engineEditor, `addressProblems.${wrong}`)}
              address={readSecureAddress(values.host)}
              onFix={(host) => edit({ host })}
            />
          )
        }
      />
    </Field>
  );
}

const keyHint = (stored: ProviderFormOptions['stored'], host: string): string => {
  if (stored?.hasKey !== true) return text(providerSetup, 'keyHint');
  return text(providerSetup, keepsKey(stored, host) ? 'keyStored' : 'keyOfOtherHost');
};

function KeyField({ form, stored }: { form: Form } & Pick<ProviderFormOptions, 'stored'>) {
  const id = useId();
  const { values, state, edit } = form;
  const wrong = state.kind === 'wrong' && state.wrong.field === 'key' ? state.wrong.sentence : null;
  return (
    <Field id={id} label={text(providerSetup, 'key')}>
      <PasswordInput
        id={id}
        name="key"
        toggleLabel={text(passwordInput, 'showKey')}
        // A password manager must not offer the owner's own password.
        autoComplete="new-password"
        dir="ltr"
        maxLength={1_000}
        onPaste={notifyIfCut}
        invalid={wrong !== null}
        aria-describedby={`${id}message`}
        value={values.key}
        onChange={({ target }) => edit({ key: target.value, dropsKey: false })}
      />
      <Message
        id={`${id}message`}
        hint={keyHint(stored, values.host)}
        problem={wrong === null ? null : <ErrorMessage id={`${id}problem`}>{wrong}</ErrorMessage>}
      />
      {keepsKey(stored, values.host) && values.key === '' && (
        <label className={styles.check}>
          <CheckInput
            type="checkbox"
            checked={values.dropsKey}
            onChange={({ target }) => edit({ dropsKey: target.checked })}
          />
          {text(providerSetup, 'keyRemove')}
        </label>
      )}
    </Field>
  );
}

/** Renders the form that sets up the provider. */
export function ProviderForm({ onCancel, ...options }: ProviderFormOptions & { onCancel: () => void }) {
  const id = useId();
  const form = useProviderForm(options);
  const { state, send } = form;
  useUnsavedInput(form.isTyped ? text(providerSetup, 'unsaved') : null, onCancel);
  const saving = state.kind === 'saving';
  return (
    <form
      ref={form.form}
      noValidate
      className={styles.form}
      aria-label={text(engineNames, 'provider')}
      data-row="form"
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || saving) return;
        event.preventDefault();
        onCancel();
      }}
    >
      <ServiceField form={form} />
      <HostField form={form} />
      <KeyField form={form} stored={options.stored} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" unavailable={saving}>
          {saving && <Spinner />}
          {text(providerSetup, saving ? 'saving' : 'save')}
        </Button>
        <Button unavailable={saving} onClick={onCancel}>
          {text(providerSetup, 'cancel')}
        </Button>
      </div>
      {state.kind === 'refused' && <ErrorMessage id={`${id}refused`}>{state.sentence}</ErrorMessage>}
    </form>
  );
}
