import { useEffect, useReducer, useState } from 'react';
import type { Post } from '#shared/contract/preview.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { FoundPostLink } from '#shared/links/post-links.ts';
import { inAppBrowser } from '../../lib/in-app-browser.ts';
import { fetchPreview, type PreviewResult } from '../../lib/preview-client.ts';
import { useOnline } from '../../state/online.ts';
import { useUnloadGuard } from '../../state/unload-guard.ts';
import {
  EMPTY_LINK_LIST,
  type LinkListEvent,
  type ListedLink,
  nextLookUps,
  reduceLinkList,
} from './listed-links.ts';

const SECOND_MS = 1_000;

/** Codes of refusals that are about the moment and not about the post, so that its link is looked up again at the stated time. */
const PASSING: readonly ErrorCode[] = ['rate_limited', 'overloaded', 'maintenance'];

/** Returns the event for the answer to a lookup at `now` (ms since 1970). */
export function eventOfAnswer({ key, link }: ListedLink, answer: PreviewResult, now: number): LinkListEvent {
  if (answer.ok) return { type: 'found', key, post: answer.post };
  const { ok: _, ...failure } = answer;
  if (failure.unanswered === 'offline') return { type: 'put-back', key };
  const { code, message, retryAfter, ownLimit } = failure;
  if (retryAfter === undefined || !PASSING.includes(code)) return { type: 'refused', key, failure };
  const scope = code === 'rate_limited' && !ownLimit ? link.platform : 'all';
  return { type: 'put-back', key, pause: { scope, until: now + retryAfter * SECOND_MS, message } };
}

const requestOf = ({ written, link }: ListedLink) => ({ url: written, type: link.contentType });

/**
 * Returns the list of links, to which each new value of `added` adds its links, and the function that changes it. Looks the links up, two at
 * a time, and asks before the page is left while links wait.
 */
export function useLinkList(added: readonly FoundPostLink[]) {
  const [list, dispatch] = useReducer(reduceLinkList, EMPTY_LINK_LIST);
  const [lookUps] = useState(() => new Map<string, AbortController>());
  const isOnline = useOnline();
  useEffect(() => dispatch({ type: 'added', links: added }), [added]);
  useEffect(() => {
    for (const [key, lookUp] of lookUps) if (!list.rows.some((row) => row.key === key)) lookUp.abort();
    if (!isOnline) return;
    for (const row of nextLookUps(list)) {
      const lookUp = new AbortController();
      lookUps.set(row.key, lookUp);
      dispatch({ type: 'look-up-began', key: row.key });
      void fetchPreview(requestOf(row), lookUp.signal).then((answer) => {
        if (lookUps.get(row.key) === lookUp) lookUps.delete(row.key);
        if (!lookUp.signal.aborted) dispatch(eventOfAnswer(row, answer, Date.now()));
      });
    }
  }, [list, isOnline, lookUps]);
  useEffect(
    () => () => {
      for (const lookUp of lookUps.values()) lookUp.abort();
    },
    [lookUps],
  );
  const isLookingUp = list.rows.some(({ state }) => state.name === 'waiting' || state.name === 'looking-up');
  // In an app's browser every download is a link that is followed in this tab.
  useUnloadGuard(isLookingUp && inAppBrowser() === null);
  return { list, dispatch, isOnline, isLookingUp };
}

/** Loads the post of a row once more, for fresh links. Resolves with null if that fails or `signal` aborts. */
export async function refetchRow(row: ListedLink, signal: AbortSignal): Promise<Post | null> {
  const answer = await fetchPreview(requestOf(row), signal);
  return answer.ok && !signal.aborted ? answer.post : null;
}
