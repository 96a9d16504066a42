import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { ytDlpUpdates } from '#messages/yt-dlp-updates.ts';
import { type LastUpdate, UPDATE_STEPS, type UpdateStep } from '#shared/contract/yt-dlp-updates.ts';
import { text } from '#shared/messages/text.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { capitalised, momentText } from '../../time-text.ts';
import { CheckOutcomes } from './check-outcomes.tsx';
import styles from './yt-dlp-card.module.css';

/** Renders the steps of an installation in order: those before `step` as done, `step` as running, the others as not begun. */
export function Progress({ step }: { step: UpdateStep }) {
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

/** Returns how an installation or a rollback ended, in a sentence without advice. */
export function lastSentence({ finding, version }: LastUpdate): string {
  if (finding === 'installed' || finding === 'rolled_back')
    return text(ytDlpUpdates, `findings.${finding}`, { version: version ?? '' });
  const sentence = text(ytDlpUpdates, `findings.${finding}`);
  return finding === 'up_to_date' ? sentence : `${text(ytDlpUpdates, 'installFailed')} ${sentence}`;
}

/** Renders when and how the last installation or rollback ended, with advice if it failed, and what its check found. */
export function LastResult({ last }: { last: LastUpdate }) {
  const { at, isScheduled, version, finding, check } = last;
  const values = { time: capitalised(momentText(at)), sentence: lastSentence(last) };
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
