import { useState } from 'react';
import { checkedPlatformSchema, type SwitchedPlatform } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import { TRY_LINK_TIMEOUT_MS } from '#shared/limits.ts';
import { announce } from '../../../../state/announcer.ts';
import { refreshEngines } from '../../../../state/panel/engine-settings.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { secondsText } from './moments.ts';
import { useStillOpen } from './use-still-open.ts';

/** What became of a check: nothing yet, under way, or in one sentence what it came to. */
export type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'worked' | 'failed' | 'refused'; readonly sentence: string };

/** Has a platform checked, one check at a time; when the next may be is asked for again after each. */
export function useCheckNow(platform: SwitchedPlatform) {
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const open = useStillOpen();
  const report = (kind: 'worked' | 'failed' | 'refused', sentence: string) => {
    setState({ kind, sentence });
    announce(sentence, 'polite');
  };
  return {
    state,
    run: async () => {
      setState({ kind: 'checking' });
      const answer = await callAsAccount('/api/admin/engines/check', {
        method: 'POST',
        body: { platform },
        timeoutMs: TRY_LINK_TIMEOUT_MS,
        responseSchema: checkedPlatformSchema,
      });
      if (!open.current) return;
      void refreshEngines();
      if (answer.ok) {
        const { ms, problem } = answer.value;
        if (problem === null) report('worked', ENGINE_EDITOR.checkWorked(secondsText(ms)));
        else report('failed', problem.sentence);
        return;
      }
      const { detail, retryAfter } = answer;
      const wait = retryAfter === undefined ? '' : ` ${ENGINE_EDITOR.tryWait(retryAfter)}`;
      report('refused', `${detail}${wait}`);
    },
  };
}
