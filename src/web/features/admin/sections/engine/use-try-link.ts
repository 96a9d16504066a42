import { useState } from 'react';
import { type TriedLink, type TryLink, triedLinkSchema } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import { announce } from '../../../../state/announcer.ts';
import { refreshEngines } from '../../../../state/panel/engine-settings.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { useIsMounted } from './use-is-mounted.ts';

/** Time limit of a link test in the panel, which may try every engine in turn. */
export const TRY_LINK_TIMEOUT_MS = 150_000;

/** State of a trial: none yet, running, the engines' results for a link tried as `type`, or why it was refused. */
export type TryState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'trying' }
  | { readonly kind: 'tried'; readonly type: TryLink['type']; readonly attempts: TriedLink['attempts'] }
  | { readonly kind: 'refused'; readonly sentence: string };

const IDLE: TryState = { kind: 'idle' };

/** Returns the state of a trial and a function that runs it, one at a time. Each run reloads the engines' health. */
export function useTryLink() {
  const [state, setState] = useState<TryState>(IDLE);
  const open = useIsMounted();
  return {
    state,
    refuse: (sentence: string) => setState({ kind: 'refused', sentence }),
    forget: () => setState(IDLE),
    send: async (request: TryLink) => {
      setState({ kind: 'trying' });
      const answer = await callAsAccount('/api/admin/engines/try', {
        method: 'POST',
        body: request,
        timeoutMs: TRY_LINK_TIMEOUT_MS,
        responseSchema: triedLinkSchema,
      });
      if (!open.current) return;
      void refreshEngines();
      if (answer.ok) {
        const { attempts } = answer.value;
        setState({ kind: 'tried', type: request.type, attempts });
        const found = attempts.some(({ problem }) => problem === null);
        announce(ENGINE_EDITOR.tryDone(attempts.length, found), 'polite');
        return;
      }
      const { detail, retryAfter } = answer;
      const wait = retryAfter === undefined ? '' : ` ${ENGINE_EDITOR.tryWait(retryAfter)}`;
      setState({ kind: 'refused', sentence: `${detail}${wait}` });
    },
  };
}
