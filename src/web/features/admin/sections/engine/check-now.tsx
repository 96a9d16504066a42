import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { useId, useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { type AdminEngines, checkedPlatformSchema, type LastCheck } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { announce } from '../../../../state/announcer.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { clockOrMomentText, momentText } from '../../time-text.ts';
import styles from './check-now.module.css';
import { secondsText } from './seconds-text.ts';
import { useEngineTest } from './use-engine-test.ts';

/** State of a check: none yet, running, or its result as a sentence. */
type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'worked' | 'failed' | 'refused'; readonly sentence: string };

/** Returns the state of a platform check and a function that runs it, one at a time. */
function useCheckNow(platform: PlatformId) {
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const test = useEngineTest('/api/admin/engines/check', checkedPlatformSchema);
  const report = (kind: 'worked' | 'failed' | 'refused', sentence: string) => {
    setState({ kind, sentence });
    announce(sentence, 'polite');
  };
  return {
    state,
    run: async () => {
      setState({ kind: 'checking' });
      const result = await test({ platform });
      if (result === null) return;
      if (!result.ok) return report('refused', result.sentence);
      const { ms, problem } = result.value;
      if (problem === null) report('worked', text(engineEditor, 'checkWorked', { seconds: secondsText(ms) }));
      else report('failed', problem.sentence);
    },
  };
}

const ICONS = { worked: CircleCheck, failed: CircleAlert, refused: Hourglass };

/** Returns the result of the last self-test, whether manual or scheduled. */
function lastText({ lastAt, worked }: LastCheck): string {
  if (lastAt === null) return text(engineEditor, 'checkNever');
  const result = worked === null ? 'unknown' : worked ? 'passed' : 'failed';
  return text(engineEditor, `checkLast.${result}`, { time: momentText(lastAt) });
}

/** Returns why no self-test can run now, or null. Only saved self-test posts are tested. */
function blockedReason(platform: PlatformId, { settings, checks }: AdminEngines): string | null {
  if (settings.canaries[platform].length === 0) return text(engineEditor, 'checkNothing');
  if (!settings.platforms[platform]) return text(engineEditor, 'checkOff');
  const { againAt } = checks[platform];
  return againAt === null ? null : text(engineEditor, 'checkAgain', { time: clockOrMomentText(againAt) });
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
          {checking ? text(engineEditor, 'checking') : text(engineEditor, 'check')}
          <span className="sr"> {text(engineEditor, 'checkOf', { platform: PLATFORM_NAMES[platform] })}</span>
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
