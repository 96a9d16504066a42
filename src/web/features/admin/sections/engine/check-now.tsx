import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { useId } from 'react';
import type { AdminEngines, LastCheck } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR, PLATFORM_TITLES } from '#shared/engine-messages.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import styles from './check-now.module.css';
import { timeText } from './time-text.ts';
import { useCheckNow } from './use-check-now.ts';

const ICONS = { worked: CircleCheck, failed: CircleAlert, refused: Hourglass };

/** Returns the result of the last self-test, whether manual or scheduled. */
function lastText({ lastAt, worked }: LastCheck): string {
  if (lastAt === null) return ENGINE_EDITOR.checkNever;
  return ENGINE_EDITOR.checkLast(timeText(lastAt), worked);
}

/** Returns why no self-test can run now, or null. Only saved self-test posts are tested. */
function blockedReason(platform: PlatformId, { settings, checks }: AdminEngines): string | null {
  if (settings.canaries[platform].length === 0) return ENGINE_EDITOR.checkNothing;
  if (!settings.platforms[platform]) return ENGINE_EDITOR.checkOff;
  const { againAt } = checks[platform];
  return againAt === null ? null : ENGINE_EDITOR.checkAgain(timeText(againAt));
}

/** Renders the button that runs a self-test with one of a platform's self-test posts, and the result of the last one. */
export function CheckNow({ platform, engines }: { platform: PlatformId; engines: AdminEngines }) {
  const id = useId();
  const { state, run } = useCheckNow(platform);
  const checking = state.kind === 'checking';
  const reason = checking ? null : blockedReason(platform, engines);
  const Icon = state.kind === 'idle' || checking ? null : ICONS[state.kind];
  return (
    <div className={styles.check}>
      <Button
        size="small"
        unavailable={checking || reason !== null}
        aria-describedby={id}
        onClick={() => void run()}
      >
        {checking && <Spinner />}
        <span>
          {checking ? ENGINE_EDITOR.checking : ENGINE_EDITOR.check}
          <span className="sr"> {ENGINE_EDITOR.checkOf(PLATFORM_TITLES[platform])}</span>
        </span>
      </Button>
      <p id={id} className={styles.line}>
        {lastText(engines.checks[platform])} {reason}
      </p>
      {Icon !== null && 'sentence' in state && (
        <p className={styles[state.kind]}>
          <Icon aria-hidden className="ic-s" />
          {state.sentence}
        </p>
      )}
    </div>
  );
}
