import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ytDlpUpdates } from '#messages/yt-dlp-updates.ts';
import type { YtDlpChannel, YtDlpSchedule, YtDlpUpdates } from '#shared/contract/yt-dlp-updates.ts';
import { YT_DLP_SCHEDULES } from '#shared/contract/yt-dlp-updates.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../../../state/announcer.ts';
import { notifySuccess } from '../../../../state/notices.ts';
import { refreshEngines } from '../../../../state/panel/edited-engines.ts';
import { useSession } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { ConfirmDialog } from '../../confirm-dialog.tsx';
import { Field } from '../../field.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { momentText } from '../../time-text.ts';
import { installYtDlp, removeYtDlp, rollBackYtDlp, scheduleYtDlp, ytDlpQuery } from './yt-dlp-calls.ts';
import styles from './yt-dlp-card.module.css';
import { LastResult, lastSentence, Progress } from './yt-dlp-progress.tsx';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns whether the signed-in account is the owner. Only the owner may install programs on this server. */
export function useIsOwner(): boolean {
  const session = useSession();
  return session.kind === 'in' && session.account.role === 'owner';
}

/** Returns the age of a version in days, which begins with the day of its release. */
const ageInDays = (version: string): number =>
  Math.floor((Date.now() - Date.parse(version.slice(0, 10).replaceAll('.', '-'))) / DAY_MS);

/** Renders what is installed and how old it is. */
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

function RemoveButton({ isBusy, onRemoved }: { isBusy: boolean; onRemoved: () => void }) {
  const [state, setState] = useState<'closed' | 'open' | 'removing'>('closed');
  const remove = async () => {
    setState('removing');
    const isDone = await removeYtDlp();
    setState('closed');
    if (!isDone) return;
    notifySuccess(text(ytDlpUpdates, 'removed'));
    onRemoved();
  };
  return (
    <>
      <Button size="small" look="ghost" unavailable={isBusy} onClick={() => setState('open')}>
        {text(ytDlpUpdates, 'remove')}
      </Button>
      {state !== 'closed' && (
        <ConfirmDialog
          title={text(ytDlpUpdates, 'removeTitle')}
          text={text(ytDlpUpdates, 'removeText')}
          cancel={text(ytDlpUpdates, 'cancel')}
          confirm={text(ytDlpUpdates, 'remove')}
          busy={state === 'removing'}
          onConfirm={() => void remove()}
          onCancel={() => setState('closed')}
        />
      )}
    </>
  );
}

/** Renders the buttons. The first two stay the same elements in every state, so that the focus stays on them. */
function Actions({ updates }: { updates: YtDlpUpdates }) {
  const { current, previous, running } = updates;
  const main = useRef<HTMLButtonElement>(null);
  const [isRemoved, setRemoved] = useState(false);
  const [isSending, setSending] = useState(false);
  const isBusy = running !== null || isSending;
  const channel: YtDlpChannel = current?.channel ?? 'stable';
  const other: YtDlpChannel = channel === 'stable' ? 'nightly' : 'stable';
  /** Makes a call. The second press of a double click would be refused, because the first one has begun. */
  const start = async (order: () => Promise<boolean>): Promise<void> => {
    if (isSending) return;
    setSending(true);
    await order();
    setSending(false);
  };
  const install = (chosen: YtDlpChannel) => void start(() => installYtDlp(chosen));
  useEffect(() => {
    if (!isRemoved || current !== null) return;
    // The button that opened the dialog is gone.
    main.current?.focus({ preventScroll: true });
    setRemoved(false);
  }, [isRemoved, current]);
  return (
    <div className={styles.actions}>
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
      {current !== null && <RemoveButton isBusy={isBusy} onRemoved={() => setRemoved(true)} />}
    </div>
  );
}

/** Renders the choice of the nightly update, which is saved at once. */
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
 * Announces each step and the end of a yt-dlp installation to screen readers, then reloads the engines; does nothing unless the owner is
 * signed in. Use it in the section: the card is mounted anew when the installation moves it.
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

/** Renders the installation and the updates of yt-dlp. For the owner only: the server refuses everyone else. */
export function YtDlpCard() {
  const { data: updates, error, refetch } = useQuery(ytDlpQuery);
  if (updates === undefined)
    return <LoadingOrError label={text(ytDlpUpdates, 'failed')} error={error} retry={() => void refetch()} />;
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
