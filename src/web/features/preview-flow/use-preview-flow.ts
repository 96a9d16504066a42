import { type Dispatch, startTransition, useEffect, useReducer, useState } from 'react';
import { previewFlow } from '#messages/preview-flow.ts';
import { sitePath } from '#shared/base-path.ts';
import type { ContentType } from '#shared/contract/content-type.ts';
import type { Post, PreviewRequest } from '#shared/contract/preview.ts';
import { findLinks } from '#shared/links/find-link.ts';
import { findPostLink, parseSampleLink } from '#shared/links/parse-link.ts';
import type { FoundPostLink, postLinks } from '#shared/links/post-links.ts';
import { text } from '#shared/messages/text.ts';
import { isCodeMissing, previewInNewDocument } from '../../lib/missing-code.ts';
import { createUnreachableFailure, fetchPreview, type RefusedPreview } from '../../lib/preview-client.ts';
import { announce } from '../../state/announcer.ts';
import type { Waits } from '../../state/countdown.ts';
import { dismissErrors, notifyError, notifySuccess } from '../../state/notices.ts';
import { type Flow, type FlowEvent, IDLE, reduceFlow } from './flow.ts';

/** Reason why no preview was requested: the text is empty, contains no supported link, or contains several, which form a list. */
export type LinkRefusal = 'empty' | 'invalid' | 'listed';

export interface PreviewFlow extends Omit<ReturnType<typeof createActions>, 'abort'> {
  readonly flow: Flow;
  /** Times until which links may not be submitted. Try Again does not reset them. */
  readonly waits: Waits;
  /** Text from which the link of the current preview was taken; empty for a sample. */
  readonly submittedText: string;
}

/** Resolves after the browser could paint and handle input. Uses a timer, because background tabs get no animation frames. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const SECOND_MS = 1_000;

/**
 * Returns which links must wait after this failure: all links if the visitor reached a limit of this site, else the links of the same
 * platform, or 'sample' for a sample.
 */
const waitingLinks = ({ url }: PreviewRequest, { ownLimit }: RefusedPreview): keyof Waits =>
  ownLimit ? 'all' : (findPostLink(url)?.link.platform ?? 'sample');

/**
 * Returns the request for the first link in a text, or the reason why there is none. The request contains the link as it was pasted,
 * because the server needs to know whether the link named a reel or a post.
 */
function requestFor(text: string, type: ContentType): PreviewRequest | LinkRefusal {
  const found = findPostLink(text);
  if (found !== null) return { url: found.written, type };
  return text.trim() === '' ? 'empty' : 'invalid';
}

function sampleRequestFor(sample: string): PreviewRequest | LinkRefusal {
  const parsed = parseSampleLink(sample);
  return parsed.ok ? { url: parsed.link.url, type: parsed.link.contentType } : parsed.code;
}

/** Loads the code that renders the result and finds the links of a list. Resolves with null if that fails. */
type Prepare = () => Promise<{ readonly postLinks: typeof postLinks } | null>;

/** Functions that change the state of the preview or pass the links of a list on, and `prepare`. */
interface FlowParts {
  readonly dispatch: Dispatch<FlowEvent>;
  readonly setWaits: (change: (others: Waits) => Waits) => void;
  readonly setSubmittedText: (text: string) => void;
  readonly onList: (links: readonly FoundPostLink[]) => void;
  readonly prepare: Prepare;
}

/**
 * Creates the actions of the preview, and `abort`, which ends the running request. The actions change the state, show toasts and make
 * announcements.
 */
function createActions({ dispatch, setWaits, setSubmittedText, onList, prepare }: FlowParts) {
  /** The request with which each post was loaded. */
  const requests = new WeakMap<Post, PreviewRequest>();
  let runningRequest: AbortController | null = null;
  const abort = (): void => runningRequest?.abort();

  async function load(request: PreviewRequest, signal: AbortSignal): Promise<void> {
    // The loading state is shown one task after the requests are sent: together they would block a phone for over 100 ms.
    const loading = Promise.all([fetchPreview(request, signal), prepare()]);
    await nextTask();
    if (signal.aborted) return;
    dispatch({ type: 'accepted' });
    announce(text(previewFlow, 'fetching'), 'polite');
    const [fetched, prepared] = await loading;
    if (signal.aborted) return;
    const answer = fetched.ok && prepared === null ? createUnreachableFailure() : fetched;
    // A transition, because React renders it in slices, between which the page handles input.
    if (answer.ok) {
      requests.set(answer.post, request);
      startTransition(() => dispatch({ type: 'succeeded', post: answer.post }));
      notifySuccess(text(previewFlow, 'previewLoaded'));
      return;
    }
    const { ok: _, ...failure } = answer;
    startTransition(() => {
      if (failure.retryAfter !== undefined) {
        const until = Date.now() + failure.retryAfter * SECOND_MS;
        setWaits((others) => ({ ...others, [waitingLinks(request, failure)]: until }));
      }
      dispatch({ type: 'failed', failure });
    });
    announce('', 'polite');
    notifyError(failure.message, 'silent');
  }

  async function begin(
    readRequest: () => PreviewRequest | LinkRefusal,
    text: string,
    restart = () => previewInNewDocument(text),
  ): Promise<LinkRefusal | null> {
    abort();
    // Not at the first attempt, which may start by itself: a file that never loads must not make documents follow each other.
    if (runningRequest !== null && isCodeMissing() && navigator.onLine) {
      restart();
      return null;
    }
    // Dismissed here and not when the state is shown, which may be after the attempt has failed.
    dismissErrors();
    const attempt = new AbortController();
    runningRequest = attempt;
    dispatch({ type: 'submitted' });
    await nextTask();
    // Other code finds them, because it is loaded later than this.
    const links = findLinks(text).length > 1 ? ((await prepare())?.postLinks(text) ?? []) : [];
    if (attempt.signal.aborted) return null;
    if (links.length > 1) {
      dispatch({ type: 'cleared' });
      onList(links);
      return 'listed';
    }
    const request = readRequest();
    if (typeof request === 'string') {
      dispatch({ type: 'refused' });
      return request;
    }
    setSubmittedText(text);
    void load(request, attempt.signal);
    return null;
  }

  return {
    abort,
    /** Requests the preview of the only link in `text`. Resolves with the reason why no preview was requested, or null. */
    submit: (text: string, type: ContentType) => begin(() => requestFor(text, type), text),
    /** Requests the preview of a built-in sample post, given its link. Resolves like `submit`. */
    openSample: (sample: string) =>
      begin(
        () => sampleRequestFor(sample),
        '',
        () => location.assign(sitePath(sample)),
      ),
    /** Removes the error of the preview, because the form shows a message of its own or its link was removed. */
    removeError(): void {
      dismissErrors();
      dispatch({ type: 'error-replaced' });
    },
    /** Aborts the running request and removes error and preview. */
    clear(): void {
      abort();
      dismissErrors();
      dispatch({ type: 'cleared' });
    },
    /**
     * Loads once more a post that is or was shown, because its media links have expired. The page does not show that it loads. Resolves
     * with null if the post is unknown, loading fails or `signal` aborts.
     */
    async refetch(post: Post, signal: AbortSignal): Promise<Post | null> {
      const request = requests.get(post);
      if (request === undefined) return null;
      const answer = await fetchPreview(request, signal);
      if (signal.aborted || !answer.ok) return null;
      requests.set(answer.post, request);
      dispatch({ type: 'refreshed', post: answer.post });
      return answer.post;
    },
  };
}

/**
 * Returns the state of the home page's preview with the actions that change it. The actions send requests, show toasts and make
 * announcements. `prepare` loads its code while the server works; if that fails, the preview fails as if the server were unreachable.
 * `onList` gets several links, which have no preview. Both must always be the same functions.
 */
export function usePreviewFlow(prepare: Prepare, onList: FlowParts['onList']): PreviewFlow {
  const [flow, dispatch] = useReducer(reduceFlow, IDLE);
  const [waits, setWaits] = useState<Waits>({});
  const [submittedText, setSubmittedText] = useState('');
  const [{ abort, ...actions }] = useState(() =>
    createActions({ dispatch, setWaits, setSubmittedText, onList, prepare }),
  );
  useEffect(() => abort, [abort]);
  return { flow, waits, submittedText, ...actions };
}
