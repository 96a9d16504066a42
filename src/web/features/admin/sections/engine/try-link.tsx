import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { EngineName } from '#shared/contract/content-type.ts';
import { type AdminEngines, TRY_TYPES, type TryType } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR, ENGINE_TITLES } from '#shared/engine-messages.ts';
import { PASTED_TEXT_MAX_CHARACTERS } from '#shared/limits.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SelectInput, TextInput } from '../../../../ui/text-field.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { TryAnswers } from './try-answers.tsx';
import styles from './try-link.module.css';
import { useTryLink } from './use-try-link.ts';

/** Values of the form; an empty engine means all that are switched on. */
interface TrialValues {
  readonly url: string;
  readonly type: TryType;
  readonly engine: EngineName | '';
}

interface FieldProps {
  values: TrialValues;
  onChange: (part: Partial<TrialValues>) => void;
}

function UrlField({ id, problem, values, onChange }: FieldProps & { id: string; problem: string | null }) {
  return (
    <div className={styles.url}>
      <label htmlFor={id}>{ENGINE_EDITOR.tryUrl}</label>
      <TextInput
        id={id}
        invalid={problem !== null}
        {...(problem !== null && { 'aria-describedby': `${id}problem` })}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={PASTED_TEXT_MAX_CHARACTERS}
        placeholder={ENGINE_EDITOR.tryPlaceholder}
        value={values.url}
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <div role="alert">
        {problem !== null && (
          <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
            {problem}
          </FieldMessage>
        )}
      </div>
    </div>
  );
}

/** Renders the selector of the content type: video or other. */
function TypeField({ values, onChange }: FieldProps) {
  const name = useId();
  return (
    <fieldset className={styles.types}>
      <legend>{ENGINE_EDITOR.tryType}</legend>
      <div>
        {TRY_TYPES.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name={name}
              checked={values.type === type}
              onChange={() => onChange({ type })}
            />
            {ENGINE_EDITOR.tryTypes[type]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function EngineField({ values, onChange, engines }: FieldProps & { engines: AdminEngines }) {
  const id = useId();
  const able = engines.settings.engines.filter(({ name }) =>
    engines.engines.some((one) => one.name === name && one.configured && name !== 'sample'),
  );
  return (
    <div className={styles.engine}>
      <label htmlFor={id}>{ENGINE_EDITOR.tryEngine}</label>
      <SelectInput
        id={id}
        value={values.engine}
        onChange={({ target }) => onChange({ engine: target.value as TrialValues['engine'] })}
      >
        <option value="">{ENGINE_EDITOR.tryAll}</option>
        {able.map(({ name }) => (
          <option key={name} value={name}>
            {ENGINE_TITLES[name]}
          </option>
        ))}
      </SelectInput>
    </div>
  );
}

/** Renders the form that tries a link with the engines now and shows each engine's result. */
export function TryLink({ engines }: { engines: AdminEngines }) {
  const id = useId();
  const [values, setValues] = useState<TrialValues>({ url: '', type: 'video', engine: '' });
  const { state, refuse, forget, send } = useTryLink();
  const trying = state.kind === 'trying';
  const change = (part: Partial<TrialValues>) => {
    setValues({ ...values, ...part });
    if (!trying) forget();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trying) return;
    const { engine, url, type } = values;
    if (url.trim() === '') {
      refuse(ENGINE_EDITOR.tryRequired);
      document.getElementById(id)?.focus();
    } else void send({ url, type, ...(engine !== '' && { engine }) });
  };
  return (
    <SettingRow heading={ENGINE_EDITOR.try} help={ENGINE_EDITOR.tryHelp} wide>
      <form noValidate className={styles.form} aria-label={ENGINE_EDITOR.try} onSubmit={submit}>
        <UrlField
          id={id}
          values={values}
          problem={state.kind === 'refused' ? state.sentence : null}
          onChange={change}
        />
        <TypeField values={values} onChange={change} />
        <EngineField values={values} engines={engines} onChange={change} />
        <Button type="submit" className={styles.send} unavailable={trying}>
          {trying && <Spinner />}
          {trying ? ENGINE_EDITOR.trying : ENGINE_EDITOR.trySend}
        </Button>
      </form>
      {state.kind === 'tried' && <TryAnswers type={state.type} attempts={state.attempts} />}
    </SettingRow>
  );
}
