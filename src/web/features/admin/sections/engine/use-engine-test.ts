import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import { engineEditor } from '#messages/engine-editor.ts';
import { text } from '#shared/messages/text.ts';
import { refreshEngines } from '../../../../state/panel/engine-settings.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';

/** Time limit of a test, which may try every engine in turn. */
const TEST_TIMEOUT_MS = 150_000;

type TestResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly sentence: string };

/**
 * Returns a function that runs a test of the engines on the server and then reloads their health. It returns the
 * result, or why the server refused; null if the component was unmounted meanwhile.
 */
export function useEngineTest<Value>(path: string, responseSchema: z.ZodMiniType<Value>) {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return async (body: object): Promise<TestResult<Value> | null> => {
    const answer = await callAsAccount(path, {
      method: 'POST',
      body,
      timeoutMs: TEST_TIMEOUT_MS,
      responseSchema,
    });
    if (!mounted.current) return null;
    void refreshEngines();
    if (answer.ok) return answer;
    const { detail, retryAfter } = answer;
    const wait = retryAfter === undefined ? '' : ` ${text(engineEditor, 'tryWait', { count: retryAfter })}`;
    return { ok: false, sentence: `${detail}${wait}` };
  };
}
