import { type Dispatch, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { ContentType } from '#shared/contract/content-type.ts';
import type { Post, PreviewRequest } from '#shared/contract/preview.ts';
import { findLink } from '#shared/links/find-link.ts';
import { parseLink, parseSampleLink } from '#shared/links/parse-link.ts';
import { MESSAGES } from '#shared/messages.ts';
import { fetchPreview, UNREACHABLE } from '../../lib/api-client.ts';
import { announce } from '../../state/announcer.ts';
import { notifyError, notifySuccess } from '../../state/notices.ts';
import { type Flow, type FlowEvent, IDLE, reduceFlow } from './flow.ts';

/** Why a text was not sent: nothing in it, or no link of ours. */
export type LinkRefusal = 'empty' | 'invalid';

export interface PreviewFlow {
  readonly flow: Flow;
  /** When the platform lets us ask again (ms since 1970); null when it never said. Outlives Try Again. */
  readonly retryAt: number | null;
  /** Asks for the preview of the first link in `text`; gives why it was not sent, or null. */
  readonly submit: (text: string, type: ContentType) => Promise<LinkRefusal | null>;
  /** The same for the link of a built-in sample post. */
  readonly openSample: (sample: string) => Promise<LinkRefusal | null>;
  /** Stops the running call and clears error and preview. */
  readonly clear: () => void;
  /** Asks again for the post on show, silently, because its media links ran out; null when that fails. */
  readonly refetch: (signal: AbortSignal) => Promise<Post | null>;
}

/** Lets the browser paint the validating state. Not a frame: a tab opened in the background gets none. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const SECOND_MS = 1_000;

/** The link as pasted and not as rebuilt: the server must see whether it was a reel or a post. */
function requestFor(text: string, type: ContentType): PreviewRequest | LinkRefusal {
  const parsed = parseLink(text);
  return parsed.ok ? { url: findLink(text.trim()) ?? parsed.link.url, type } : parsed.code;
}

function sampleRequestFor(sample: string): PreviewRequest | LinkRefusal {
  const parsed = parseSampleLink(sample);
  return parsed.ok ? { url: parsed.link.url, type: parsed.link.contentType } : parsed.code;
}

/**
 * Asks for a preview and tells the flow, the notices and the readers how it went. `retryAt` is when the platform lets us
 * ask again (ms since 1970).
 */
function useLoad(dispatch: Dispatch<FlowEvent>, prepare: () => Promise<boolean>) {
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const load = useCallback(
    async (wanted: PreviewRequest, signal: AbortSignal): Promise<void> => {
      setRetryAt(null);
      dispatch({ type: 'accepted' });
      announce(MESSAGES.fetching, 'polite');
      const [fetched, prepared] = await Promise.all([fetchPreview(wanted, signal), prepare()]);
      if (signal.aborted) return;
      const answer = fetched.ok && !prepared ? UNREACHABLE : fetched;
      if (answer.ok) {
        dispatch({ type: 'succeeded', post: answer.post });
        notifySuccess(MESSAGES.previewLoaded);
        return;
      }
      const { ok: _, ...failure } = answer;
      if (failure.retryAfter !== undefined) setRetryAt(Date.now() + failure.retryAfter * SECOND_MS);
      dispatch({ type: 'failed', failure });
      notifyError(failure.message, 'silent');
    },
    [dispatch, prepare],
  );
  return { retryAt, load };
}

/**
 * The home flow with its effects: network, notices, announcements. `prepare` fetches what the result is shown with, while
 * the server works; a preview that could not be shown counts as failed.
 */
export function usePreviewFlow(prepare: () => Promise<boolean>): PreviewFlow {
  const [flow, dispatch] = useReducer(reduceFlow, IDLE);
  const { retryAt, load } = useLoad(dispatch, prepare);
  const running = useRef<AbortController | null>(null);
  const request = useRef<PreviewRequest | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = useCallback(
    async (read: () => PreviewRequest | LinkRefusal): Promise<LinkRefusal | null> => {
      running.current?.abort();
      const attempt = new AbortController();
      running.current = attempt;
      dispatch({ type: 'submitted' });
      await nextTurn();
      if (attempt.signal.aborted) return null;
      const wanted = read();
      if (typeof wanted === 'string') {
        dispatch({ type: 'refused' });
        return wanted;
      }
      request.current = wanted;
      void load(wanted, attempt.signal);
      return null;
    },
    [load],
  );

  const submit = useCallback(
    (text: string, type: ContentType) => begin(() => requestFor(text, type)),
    [begin],
  );
  const openSample = useCallback((sample: string) => begin(() => sampleRequestFor(sample)), [begin]);

  const clear = useCallback(() => {
    running.current?.abort();
    dispatch({ type: 'cleared' });
  }, []);

  const refetch = useCallback(async (signal: AbortSignal): Promise<Post | null> => {
    if (request.current === null) return null;
    const answer = await fetchPreview(request.current, signal);
    if (signal.aborted || !answer.ok) return null;
    dispatch({ type: 'refreshed', post: answer.post });
    return answer.post;
  }, []);

  return { flow, retryAt, submit, openSample, clear, refetch };
}
