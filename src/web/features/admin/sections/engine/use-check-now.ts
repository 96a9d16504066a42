import { useState } from 'react';
import { checkedPlatformSchema } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { announce } from '../../../../state/announcer.ts';
import { refreshEngines } from '../../../../state/panel/engine-settings.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { secondsText } from './time-text.ts';
import { useIsMounted } from './use-is-mounted.ts';
import { TRY_LINK_TIMEOUT_MS } from './use-try-link.ts';

/** State of a check: none yet, running, or its result as a sentence. */
export type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'worked' | 'failed' | 'refused'; readonly sentence: string };

/**
 * Returns the state of a platform check and a function that runs it, one at a time. Each run reloads the engines,
 * which include when the next check is allowed.
 */
export function useCheckNow(platform: PlatformId) {
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const open = useIsMounted();
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
