import { useEffect, useRef, useState } from 'react';
import { checkTexts } from '#messages/check.ts';
import { engineEditor } from '#messages/engine-editor.ts';
import { type Check, type CheckRequest, checkSchema } from '#shared/contract/check.ts';
import { text } from '#shared/messages/text.ts';
import type { PanelFailure } from '../../../../lib/panel-client.ts';
import { announce } from '../../../../state/announcer.ts';
import { refreshEngines } from '../../../../state/panel/edited-engines.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { reachSummary } from '../../reach-text.ts';

/** Time limit of the call. It is longer than the server takes for an engine on a slow route. */
const CHECK_TIMEOUT_MS = 150_000;

/** Returns the sentence that says why the server refused a check, and when to try again. */
const refusalOf = ({ detail, retryAfter }: PanelFailure): string =>
  retryAfter === undefined ? detail : `${detail} ${text(engineEditor, 'tryWait', { count: retryAfter })}`;

/**
 * Returns `run`, which runs a check on the server, announces its beginning and its outcome, and reloads the engines afterwards.
 * `newestCheck` is the newest result in this component, `refusal` says why the last check was refused; both can be null. `clearRefusal`
 * removes `refusal`; `clear` removes both and ignores the result of a running check.
 */
export function useCheck() {
  const [newestCheck, setNewestCheck] = useState<Check | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Number of the newest check. `clear` and the unmount also raise it. The result of a check with an earlier number is not shown. */
  const newest = useRef(0);
  useEffect(
    () => () => {
      newest.current += 1;
    },
    [],
  );
  const run = async (
    request: CheckRequest,
    beginning: string = text(checkTexts, 'running'),
  ): Promise<void> => {
    newest.current += 1;
    const mine = newest.current;
    setRunning(true);
    setRefusal(null);
    announce(beginning, 'polite');
    const answer = await callAsAccount('/api/admin/engines/check', {
      method: 'POST',
      body: request,
      timeoutMs: CHECK_TIMEOUT_MS,
      responseSchema: checkSchema,
    });
    if (mine !== newest.current) return;
    void refreshEngines();
    setRunning(false);
    if (answer.ok) setNewestCheck(answer.value);
    else setRefusal(refusalOf(answer));
    announce(answer.ok ? answer.value.platforms.map(reachSummary).join(' ') : refusalOf(answer), 'polite');
  };
  const clear = () => {
    newest.current += 1;
    setNewestCheck(null);
    setRunning(false);
    setRefusal(null);
  };
  return { newestCheck, isRunning, refusal, run, clearRefusal: () => setRefusal(null), clear };
}
