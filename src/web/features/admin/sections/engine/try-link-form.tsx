import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import {
  type AdminEngines,
  TRY_TYPES,
  type TriedEngine,
  type TriedLink,
  type TryLink,
  type TryType,
  triedLinkSchema,
} from '#shared/contract/engines.ts';
import { PASTED_TEXT_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckInput } from '../../../../ui/check-input.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { FoldedRow } from './disclosure.tsx';
import { readsPosts } from './engine-draft.ts';
import { secondsText } from './seconds-text.ts';
import styles from './try-link-form.module.css';
import { useEngineTest } from './use-engine-test.ts';

/** State of a trial: none yet, running, the engines' results for a link tried as `type`, or why it was refused. */
type TryState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'trying' }
  | { readonly kind: 'tried'; readonly type: TryLink['type']; readonly attempts: TriedLink['attempts'] }
  | { readonly kind: 'refused'; readonly sentence: string };

const IDLE: TryState = { kind: 'idle' };

/** Returns the state of a trial and the functions that run, refuse and forget it; one runs at a time. */
function useTryLink() {
  const [state, setState] = useState<TryState>(IDLE);
  const test = useEngineTest('/api/admin/engines/try', triedLinkSchema);
  return {
    state,
    refuse: (sentence: string) => setState({ kind: 'refused', sentence }),
    forget: () => setState(IDLE),
    send: async (request: TryLink) => {
      setState({ kind: 'trying' });
      const result = await test(request);
      if (result === null) return;
      if (!result.ok) return setState({ kind: 'refused', sentence: result.sentence });
      const { attempts } = result.value;
      setState({ kind: 'tried', type: request.type, attempts });
      const found = attempts.some(({ problem }) => problem === null);
      announce(
        text(engineEditor, `tryDone.${found ? 'found' : 'nothing'}`, { count: attempts.length }),
        'polite',
      );
    },
  };
}

function Found({ found, type }: { found: Exclude<TriedEngine['found'], null>; type: TryType }) {
  return (
    <>
      <p>{text(engineEditor, `found.${found.type}`, { count: found.items })}</p>
      {!found.matches && (
        <p className={styles.warn}>
          <TriangleAlert aria-hidden className="ic-s" />
          {text(engineEditor, `lacksType.${type}`)}
        </p>
      )}
      <ul aria-label={text(engineEditor, 'qualities')} className={styles.qualities}>
        {found.qualities.map((label) => (
          <li key={label} className={styles.quality}>
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Renders each engine's result for the tried link, in the order they were tried. */
function TryAnswers({ attempts, type }: { attempts: readonly TriedEngine[]; type: TryType }) {
  return (
    <ol className={styles.list} aria-label={text(engineEditor, 'tryAnswers')}>
      {attempts.map(({ engine, ms, found, problem }) => (
        <li key={engine}>
          {problem === null ? (
            <CircleCheck aria-hidden className={styles.good} />
          ) : (
            <CircleAlert aria-hidden className={styles.bad} />
          )}
          <div className={styles.said}>
            <b>{text(engineNames, engine)}</b>
            {found && <Found found={found} type={type} />}
            {problem && <p>{problem.sentence}</p>}
          </div>
          <span className={styles.time}>{secondsText(ms)}</span>
        </li>
      ))}
    </ol>
  );
}

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
    <Field id={id} label={text(engineEditor, 'tryUrl')} className={styles.url}>
      <AddressInput
        id={id}
        invalid={problem !== null}
        {...(problem !== null && { 'aria-describedby': `${id}problem` })}
        maxLength={PASTED_TEXT_MAX_CHARACTERS}
        placeholder={text(engineEditor, 'tryPlaceholder')}
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
    </Field>
  );
}

/** Renders the selector of the content type: video or other. */
function TypeField({ values, onChange }: FieldProps) {
  const name = useId();
  return (
    <fieldset className={styles.types}>
      <legend>{text(engineEditor, 'tryType')}</legend>
      <div>
        {TRY_TYPES.map((type) => (
          <label key={type}>
            <CheckInput
              type="radio"
              name={name}
              checked={values.type === type}
              onChange={() => onChange({ type })}
            />
            {text(engineEditor, `tryTypes.${type}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function EngineField({ values, onChange, engines }: FieldProps & { engines: AdminEngines }) {
  const id = useId();
  const able = engines.settings.engines.filter(({ name }) => readsPosts(name, engines));
  return (
    <Field id={id} label={text(engineEditor, 'tryEngine')}>
      <SelectInput
        id={id}
        value={values.engine}
        onChange={({ target }) => onChange({ engine: target.value as TrialValues['engine'] })}
      >
        <option value="">{text(engineEditor, 'tryAll')}</option>
        {able.map(({ name }) => (
          <option key={name} value={name}>
            {text(engineNames, name)}
          </option>
        ))}
      </SelectInput>
    </Field>
  );
}

/** Renders the form that tries a link with the engines now and shows each engine's result, folded. */
export function TryLinkForm({ engines }: { engines: AdminEngines }) {
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
      refuse(text(engineEditor, 'tryRequired'));
      document.getElementById(id)?.focus();
    } else void send({ url, type, ...(engine !== '' && { engine }) });
  };
  return (
    <FoldedRow id="try" heading={text(engineEditor, 'try')} state={text(engineEditor, 'tryHelp')}>
      <form noValidate className={styles.form} aria-label={text(engineEditor, 'try')} onSubmit={submit}>
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
          {trying ? text(engineEditor, 'trying') : text(engineEditor, 'trySend')}
        </Button>
      </form>
      {state.kind === 'tried' && <TryAnswers type={state.type} attempts={state.attempts} />}
    </FoldedRow>
  );
}
