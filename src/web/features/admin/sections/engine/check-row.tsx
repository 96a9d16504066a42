import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { checkTexts } from '#messages/check.ts';
import { engineNames } from '#messages/engine-names.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { PASTED_TEXT_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Form } from '../../../../ui/form.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { AddressInput } from '../../address-input.tsx';
import { Field, SelectField } from '../../field.tsx';
import panel from '../../panel-styles.module.css';
import { SettingRow } from '../../setting-row.tsx';
import { momentText } from '../../time-text.ts';
import { CheckOutcomes } from './check-outcomes.tsx';
import styles from './check-row.module.css';
import { readsPosts } from './engine-draft.ts';
import { secondsText } from './seconds-text.ts';
import { useCheck } from './use-check.ts';

/** What to check. An empty `url` means a test post of each platform; an empty `engine` means all engines that are on. */
interface CheckOptions {
  readonly url: string;
  readonly engine: EngineName | '';
}

/** Renders the fields that limit the check to a post or an engine. */
function CheckOptionFields({
  engines,
  form,
  onChange,
}: {
  engines: AdminEngines;
  form: UseFormReturn<CheckOptions>;
  onChange: () => void;
}) {
  const id = useId();
  const usableEngines = engines.settings.engines.filter(({ name }) => readsPosts(name, engines));
  return (
    <>
      <Field id={id} label={text(checkTexts, 'url')}>
        <AddressInput
          id={id}
          maxLength={PASTED_TEXT_MAX_CHARACTERS}
          placeholder={text(checkTexts, 'urlPlaceholder')}
          {...form.register('url', { onChange })}
        />
      </Field>
      <SelectField
        label={text(checkTexts, 'engine')}
        value={form.watch('engine')}
        options={[
          ['', text(checkTexts, 'allEngines')],
          ...usableEngines.map(({ name }) => [name, text(engineNames, name)] as const),
        ]}
        onChoose={(engine) => {
          form.setValue('engine', engine);
          onChange();
        }}
      />
    </>
  );
}

/** Renders the form that checks whether this server can read posts, and the newest result, even one that another browser requested. */
export function CheckRow({ engines }: { engines: AdminEngines }) {
  const id = useId();
  const form = useForm<CheckOptions>({ defaultValues: { url: '', engine: '' } });
  const { newestCheck, isRunning, refusal, run, clearRefusal } = useCheck();
  const { reach } = engines;
  // The result from the poll may be older than that of this form.
  const last = newestCheck !== null && (reach === null || newestCheck.at >= reach.at) ? newestCheck : reach;
  const submit = form.handleSubmit(({ url, engine }) =>
    run({ ...(url.trim() !== '' && { url }), ...(engine !== '' && { engine }) }),
  );
  return (
    <SettingRow heading={text(checkTexts, 'heading')} help={text(checkTexts, 'help')}>
      <Form className={styles.form} aria-label={text(checkTexts, 'form')} busy={isRunning} onSubmit={submit}>
        <CheckOptionFields engines={engines} form={form} onChange={clearRefusal} />
        {refusal !== null && (
          <FieldMessage tone="warning" icon={CircleAlert}>
            {refusal}
          </FieldMessage>
        )}
        <div className={styles.bar}>
          <Button id="reach" type="submit" size="small" unavailable={isRunning} aria-describedby={id}>
            {isRunning && <Spinner />}
            {isRunning ? text(checkTexts, 'running') : text(checkTexts, 'run')}
          </Button>
          <p id={id} className={panel.faint}>
            {last === null
              ? text(checkTexts, 'never')
              : text(checkTexts, 'checkedAt', { time: momentText(last.at), seconds: secondsText(last.ms) })}
          </p>
        </div>
      </Form>
      {last?.outdated === true && (
        <FieldMessage tone="warning" icon={CircleAlert}>
          {text(checkTexts, 'outdated')}
        </FieldMessage>
      )}
      {last !== null && <CheckOutcomes platforms={last.platforms} outdated={last.outdated} />}
    </SettingRow>
  );
}
