import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ytDlpUpdates } from '#messages/yt-dlp-updates.ts';
import {
  type LastUpdate,
  UPDATE_STEPS,
  type UpdateStep,
  YT_DLP_SCHEDULES,
  type YtDlpChannel,
  type YtDlpSchedule,
  type YtDlpUpdates,
} from '#shared/contract/yt-dlp-updates.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { notifySuccess } from '../../../../state/notices.ts';
import { refreshEngines } from '../../../../state/panel/edited-engines.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { ConfirmButton } from '../../confirm-dialog.tsx';
import { Field } from '../../field.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import panel from '../../panel-styles.module.css';
import { capitalise, momentText } from '../../time-text.ts';
import { useIsOwner } from '../../use-is-own.ts';
import { CheckOutcomes } from './check-outcomes.tsx';
import { installYtDlp, removeYtDlp, rollBackYtDlp, scheduleYtDlp, ytDlpQuery } from './yt-dlp-calls.ts';
import styles from './yt-dlp-card.module.css';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns the age of a version in days. The name of a version begins with the date of its release. */
const ageInDays = (version: string): number =>
  Math.floor((Date.now() - Date.parse(version.slice(0, 10).replaceAll('.', '-'))) / DAY_MS);

/**
 * Renders which version is installed, how old it is and whether there is a newer one; or that none is installed, or why none can be
 * installed.
 */
function Facts({ updates }: { updates: YtDlpUpdates }) {
  const { unavailable, current, version, newer } = updates;
  if (unavailable !== null)
    return (
      <p>
        {text(ytDlpUpdates, `unavailable.${unavailable}`)}{' '}
        {version !== null && text(ytDlpUpdates, 'inUse', { version })}
      </p>
    );
  if (current === null)
    return (
      <>
        <p className={styles.version}>{text(ytDlpUpdates, 'none')}</p>
        {version !== null && <p>{text(ytDlpUpdates, 'onPath', { version })}</p>}
        <p>{text(ytDlpUpdates, 'channels')}</p>
      </>
    );
  const channel = text(ytDlpUpdates, `names.${current.channel}`);
  const days = ageInDays(current.version);
  return (
    <>
      <p className={styles.version}>
        {text(ytDlpUpdates, 'installed', { version: current.version, channel })}
        {days >= 0 && <span> {text(ytDlpUpdates, 'age', { count: days })}</span>}
      </p>
      {newer !== null && <p className={styles.newer}>{text(ytDlpUpdates, 'newer', { version: newer })}</p>}
    </>
  );
}

/** Returns the label of the button that installs the newest version of the channel in use, or of the stable one. */
function mainLabel({ current, newer }: YtDlpUpdates): string {
  if (current === null) return text(ytDlpUpdates, 'install.stable');
  return newer === null ? text(ytDlpUpdates, 'update') : text(ytDlpUpdates, 'updateTo', { version: newer });
}

/**
 * Renders the buttons that install yt-dlp, change its channel, roll it back and remove it. The first two buttons stay the same elements in
 * every state, so that they keep the focus.
 */
function Actions({ updates }: { updates: YtDlpUpdates }) {
  const { current, previous, running } = updates;
  const main = useRef<HTMLButtonElement>(null);
  const [isRemoved, setRemoved] = useState(false);
  const [isSending, setSending] = useState(false);
  const isBusy = running !== null || isSending;
  const channel: YtDlpChannel = current?.channel ?? 'stable';
  const other: YtDlpChannel = channel === 'stable' ? 'nightly' : 'stable';
  /** Sends a request unless another one is running, because the server would refuse the request of the second press of a double click. */
  const start = async (send: () => Promise<boolean>): Promise<void> => {
    if (isSending) return;
    setSending(true);
    await send();
    setSending(false);
  };
  const remove = async () => {
    if (!(await removeYtDlp())) return;
    notifySuccess(text(ytDlpUpdates, 'removed'));
    setRemoved(true);
  };
  const install = (chosen: YtDlpChannel) => void start(() => installYtDlp(chosen));
  useEffect(() => {
    if (!isRemoved || current !== null) return;
    // The button that opened the dialog is gone.
    main.current?.focus({ preventScroll: true });
    setRemoved(false);
  }, [isRemoved, current]);
  return (
    <div className={panel.actions}>
      <Button ref={main} size="small" data-focus="main" unavailable={isBusy} onClick={() => install(channel)}>
        {mainLabel(updates)}
      </Button>
      <Button
        size="small"
        look={current === null ? 'secondary' : 'ghost'}
        unavailable={isBusy}
        onClick={() => install(other)}
      >
        {current === null ? text(ytDlpUpdates, 'install.nightly') : text(ytDlpUpdates, `change.${other}`)}
      </Button>
      {previous !== null && (
        <Button size="small" look="ghost" unavailable={isBusy} onClick={() => void start(rollBackYtDlp)}>
          {text(ytDlpUpdates, 'rollBack', { version: previous.version })}
        </Button>
      )}
      {current !== null && (
        <ConfirmButton
          size="small"
          look="ghost"
          unavailable={isBusy}
          title={text(ytDlpUpdates, 'removeTitle')}
          text={text(ytDlpUpdates, 'removeText')}
          confirmLabel={text(ytDlpUpdates, 'remove')}
          run={remove}
        >
          {text(ytDlpUpdates, 'remove')}
        </ConfirmButton>
      )}
    </div>
  );
}

/**
 * Renders the steps of an installation in order: the steps before `step` as done, `step` as running, and the steps after it as not begun.
 */
function Progress({ step }: { step: UpdateStep }) {
  const index = UPDATE_STEPS.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={text(ytDlpUpdates, 'steps')}>
      {UPDATE_STEPS.map((one, place) => (
        <li
          key={one}
          {...(one === step && { 'aria-current': 'step' })}
          className={place > index ? styles.later : undefined}
        >
          {place < index && <CircleCheck aria-hidden className="ic-s" />}
          {place === index && <Spinner />}
          {place > index && <CircleDashed aria-hidden className="ic-s" />}
          <span>{text(ytDlpUpdates, `steps.${one}`)}</span>
        </li>
      ))}
    </ol>
  );
}

const isGood = ({ finding }: LastUpdate): boolean =>
  finding === 'installed' || finding === 'rolled_back' || finding === 'up_to_date';

/** Returns the sentence that says how an installation or a rollback ended, without advice. */
function lastSentence({ finding, version }: LastUpdate): string {
  if (finding === 'installed' || finding === 'rolled_back')
    return text(ytDlpUpdates, `findings.${finding}`, { version: version ?? '' });
  const sentence = text(ytDlpUpdates, `findings.${finding}`);
  return finding === 'up_to_date' ? sentence : `${text(ytDlpUpdates, 'installFailed')} ${sentence}`;
}

/** Renders when and how the last installation or rollback ended, with advice if it failed, and what the check after it found. */
function LastResult({ last }: { last: LastUpdate }) {
  const { at, isScheduled, version, finding, check } = last;
  const values = { time: capitalise(momentText(at)), sentence: lastSentence(last) };
  const Icon = isGood(last) ? CircleCheck : CircleAlert;
  return (
    <div className={styles.last}>
      <p data-tone={isGood(last) ? 'working' : 'failing'}>
        <Icon aria-hidden className="ic-s" />
        <span>{text(ytDlpUpdates, isScheduled ? 'lastScheduledAt' : 'lastAt', values)}</span>
      </p>
      {finding !== 'installed' && finding !== 'rolled_back' && finding !== 'up_to_date' && (
        <p>
          {version !== null && `${text(ytDlpUpdates, 'lastVersion', { version })} `}
          {text(ytDlpUpdates, `findings.${finding}.do`)}
        </p>
      )}
      {check.length > 0 && <CheckOutcomes platforms={check} />}
    </div>
  );
}

/** Renders the select for the nightly update. A choice is saved at once. */
function Schedule({ updates }: { updates: YtDlpUpdates }) {
  const [sending, setSending] = useState<YtDlpSchedule | null>(null);
  const choose = async (schedule: YtDlpSchedule) => {
    if (sending !== null) return;
    setSending(schedule);
    if (await scheduleYtDlp(schedule)) notifySuccess(text(ytDlpUpdates, 'scheduleSaved'));
    setSending(null);
  };
  return (
    <Field id="yt-dlp-schedule" label={text(ytDlpUpdates, 'schedule')} className={styles.schedule}>
      <SelectInput
        id="yt-dlp-schedule"
        aria-describedby="yt-dlp-schedule-hint"
        value={sending ?? updates.schedule}
        disabled={updates.running !== null}
        options={YT_DLP_SCHEDULES.map((one) => [one, text(ytDlpUpdates, `schedules.${one}`)])}
        onChoose={(schedule) => void choose(schedule)}
      />
      <p id="yt-dlp-schedule-hint" className={styles.hint}>
        {text(ytDlpUpdates, 'scheduleHint')}{' '}
        {updates.nextAt !== null && text(ytDlpUpdates, 'scheduleNext', { time: momentText(updates.nextAt) })}
      </p>
    </Field>
  );
}

/**
 * Announces each step and the end of an installation of yt-dlp to screen readers, and reloads the engines after the end. Does nothing
 * unless the owner is signed in. Use it in the section and not in the card, because the card is mounted again when the installation moves
 * it.
 */
export function useAnnouncedProgress(): void {
  const isOwner = useIsOwner();
  const { data: updates } = useQuery({ ...ytDlpQuery, enabled: isOwner });
  const step = updates?.running?.step ?? null;
  const before = useRef(step);
  useEffect(() => {
    if (step === before.current) return;
    const last = updates?.last ?? null;
    if (step !== null) announce(text(ytDlpUpdates, `steps.${step}`), 'polite');
    else {
      if (last !== null) announce(lastSentence(last), 'polite');
      // The engine may be set up now.
      void refreshEngines();
    }
    before.current = step;
  }, [step, updates]);
}

/** Renders the installation and the updates of yt-dlp. Render it for the owner only, because the server refuses any other account. */
export function YtDlpCard() {
  const query = useQuery(ytDlpQuery);
  const { data: updates } = query;
  if (updates === undefined) return <LoadingOrError label={text(ytDlpUpdates, 'failed')} query={query} />;
  const { unavailable, current, running, last } = updates;
  return (
    <div className={styles.card} data-testid="yt-dlp-card">
      <Facts updates={updates} />
      {unavailable === null && <p className={styles.trust}>{text(ytDlpUpdates, 'trust')}</p>}
      {unavailable === null && <Actions updates={updates} />}
      {running !== null && <Progress step={running.step} />}
      {running === null && last !== null && <LastResult last={last} />}
      {unavailable === null && current !== null && <Schedule updates={updates} />}
    </div>
  );
}
