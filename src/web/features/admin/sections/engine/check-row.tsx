import { CircleAlert, Hourglass } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { check as texts } from '#messages/check.ts';
import { engineNames } from '#messages/engine-names.ts';
import type { Check } from '#shared/contract/check.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { PASTED_TEXT_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput } from '../../address-input.tsx';
import { Field } from '../../field.tsx';
import { summaryOf } from '../../reach-text.ts';
import { SettingRow } from '../../setting-row.tsx';
import { momentText } from '../../time-text.ts';
import { CheckOutcomes } from './check-outcomes.tsx';
import styles from './check-row.module.css';
import { readsPosts } from './engine-draft.ts';
import { secondsText } from './seconds-text.ts';
import { useCheck } from './use-check.ts';

/** What is checked; empty for a test post of each platform, and for all engines that are on. */
interface Wanted {
  readonly url: string;
  readonly engine: EngineName | '';
}

/** Returns the newest check made here, whether one is running, why the last one was refused, and the function that runs one. */
function useChecks() {
  const [made, setMade] = useState<Check | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const check = useCheck();
  const run = async ({ url, engine }: Wanted) => {
    setRunning(true);
    setRefusal(null);
    announce(text(texts, 'running'), 'polite');
    const result = await check({
      ...(url.trim() !== '' && { url }),
      ...(engine !== '' && { engine }),
    });
    if (result === null) return;
    setRunning(false);
    if (result.ok) setMade(result.check);
    else setRefusal(result.sentence);
    announce(result.ok ? result.check.platforms.map(summaryOf).join(' ') : result.sentence, 'polite');
  };
  return { made, isRunning, refusal, run, forgive: () => setRefusal(null) };
}

/** Renders the fields that narrow the check to a post or an engine. */
function WantedFields({
  engines,
  wanted,
  onChange,
}: {
  engines: AdminEngines;
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}) {
  const id = useId();
  const able = engines.settings.engines.filter(({ name }) => readsPosts(name, engines));
  return (
    <>
      <Field id={id} label={text(texts, 'url')} className={styles.url}>
        <AddressInput
          id={id}
          maxLength={PASTED_TEXT_MAX_CHARACTERS}
          placeholder={text(texts, 'urlPlaceholder')}
          value={wanted.url}
          onChange={({ target }) => onChange({ ...wanted, url: target.value })}
        />
      </Field>
      <Field id={`${id}engine`} label={text(texts, 'engine')}>
        <SelectInput
          id={`${id}engine`}
          value={wanted.engine}
          onChange={({ target }) => onChange({ ...wanted, engine: target.value as Wanted['engine'] })}
        >
          <option value="">{text(texts, 'allEngines')}</option>
          {able.map(({ name }) => (
            <option key={name} value={name}>
              {text(engineNames, name)}
            </option>
          ))}
        </SelectInput>
      </Field>
    </>
  );
}

/** Renders the check whether this server can read posts, with the result of the last one. */
export function CheckRow({ engines }: { engines: AdminEngines }) {
  const id = useId();
  const [wanted, setWanted] = useState<Wanted>({ url: '', engine: '' });
  const { made, isRunning, refusal, run, forgive } = useChecks();
  const { reach } = engines;
  // The polled result may still be the one before.
  const last = made !== null && (reach === null || made.at >= reach.at) ? made : reach;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) void run(wanted);
  };
  return (
    <SettingRow heading={text(texts, 'heading')} help={text(texts, 'help')}>
      <form noValidate className={styles.form} aria-label={text(texts, 'form')} onSubmit={submit}>
        <WantedFields
          engines={engines}
          wanted={wanted}
          onChange={(next) => {
            setWanted(next);
            forgive();
          }}
        />
        <div className={styles.bar}>
          <Button id="reach" type="submit" size="small" unavailable={isRunning} aria-describedby={id}>
            {isRunning && <Spinner />}
            {isRunning ? text(texts, 'running') : text(texts, 'run')}
          </Button>
          <p id={id} className={styles.line}>
            {last === null
              ? text(texts, 'never')
              : text(texts, 'checkedAt', { time: momentText(last.at), seconds: secondsText(last.ms) })}
          </p>
        </div>
      </form>
      {refusal !== null && (
        <p className={styles.refused}>
          <Hourglass aria-hidden className="ic-s" />
          {refusal}
        </p>
      )}
      {last?.outdated === true && (
        <p className={styles.refused}>
          <CircleAlert aria-hidden className="ic-s" />
          {text(texts, 'outdated')}
        </p>
      )}
      {last !== null && <CheckOutcomes platforms={last.platforms} outdated={last.outdated} />}
    </SettingRow>
  );
}
