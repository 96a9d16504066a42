import { useEffect, useRef } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { type Check, type CheckRequest, checkSchema } from '#shared/contract/check.ts';
import { text } from '#shared/messages/text.ts';
import { refreshEngines } from '../../../../state/panel/engine-settings.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';

/** Longer than the server takes for an engine on a slow route. */
const CHECK_TIMEOUT_MS = 150_000;

type Made = { readonly ok: true; readonly check: Check } | { readonly ok: false; readonly sentence: string };

/**
 * Returns a function that runs a check on the server and then reloads the engines. It returns the result, or why the server refused; null
 * if the component was unmounted meanwhile.
 */
export function useCheck() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return async (request: CheckRequest): Promise<Made | null> => {
    const answer = await callAsAccount('/api/admin/engines/check', {
      method: 'POST',
      body: request,
      timeoutMs: CHECK_TIMEOUT_MS,
      responseSchema: checkSchema,
    });
    if (!mounted.current) return null;
    void refreshEngines();
    if (answer.ok) return { ok: true, check: answer.value };
    const { detail, retryAfter } = answer;
    const wait = retryAfter === undefined ? '' : ` ${text(engineEditor, 'tryWait', { count: retryAfter })}`;
    return { ok: false, sentence: `${detail}${wait}` };
  };
}
