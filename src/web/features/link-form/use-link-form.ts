import {
  type Dispatch,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { linkForm } from '#messages/link-form.ts';
import { sitePath } from '#shared/base-path.ts';
import { CONTENT_TYPES, type ContentType } from '#shared/contract/content-type.ts';
import { LINK_LIST_TEXT_MAX_CHARACTERS } from '#shared/limits.ts';
import { hasLink } from '#shared/links/find-link.ts';
import { findPostLink, parseSampleLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { text } from '#shared/messages/text.ts';
import { autofocus } from '../../lib/autofocus.ts';
import { readStorage, writeStorage } from '../../lib/browser-storage.ts';
import { readClipboard } from '../../lib/clipboard.ts';
import { takeEarlyInput } from '../../lib/early-input.ts';
import { isEditable } from '../../lib/focus.ts';
import { announce } from '../../state/announcer.ts';
import { secondsLeft, type Waits, waitEndOf } from '../../state/countdown.ts';
import { useOnline } from '../../state/online.ts';
import { type Arrival, readArrival, takePostedText, takeSharedText } from './arrival.ts';
import {
  EMPTY_FORM,
  type FormPhase,
  isStoryForm,
  type LinkFormEvent,
  type LinkFormState,
  linkIn,
  offlineText,
  reduceLinkForm,
  refusalOf,
} from './link-form-state.ts';

/** Key in sessionStorage of the form's link. */
const LINK_KEY = 'link';

/** Returns the link that `keepLink` stored in this tab; empty if there is none or the browser's storage is disabled. */
const readKeptLink = (): string => readStorage('tab', LINK_KEY) ?? '';

/**
 * Stores the link of the form in this tab, so that a reload restores it. An empty link removes the stored one. Does nothing if the
 * browser's storage is disabled.
 */
const keepLink = (link: string): void => void writeStorage('tab', LINK_KEY, link === '' ? null : link);

/**
 * Adds page-wide shortcuts: `/` focuses the field. A pasted text with a link is passed to the function in `acceptTextRef`, if it is pasted
 * into the field or outside an editable element.
 */
function useFieldShortcuts(
  field: RefObject<HTMLInputElement | null>,
  acceptTextRef: RefObject<(text: string) => void>,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== '/' || chord || isEditable(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isElsewhere = event.target !== field.current && isEditable(event.target);
      if (isElsewhere || !hasLink(text)) return;
      event.preventDefault();
      acceptTextRef.current(text);
    };
    const ended = new AbortController();
    document.addEventListener('keydown', onKeyDown, { signal: ended.signal });
    document.addEventListener('paste', onPaste, { signal: ended.signal });
    return () => ended.abort();
  }, [field, acceptTextRef]);
}

/** State and callbacks that the page passes to the link form. */
export interface LinkFormOptions {
  readonly phase: FormPhase;
  /** Times until which links may not be submitted. Samples may always be submitted. */
  readonly waits?: Waits;
  /** Submits the text. Resolves with the reason why it was not sent, `listed` if its links went to the list, or null. */
  readonly onSubmit: (text: string, type: ContentType) => Promise<'empty' | 'invalid' | 'listed' | null>;
  readonly onSample: (sample: string) => void;
  /** Called when the form shows a message without an attempt to load a preview, or when its link is removed. */
  readonly onMessage: () => void;
  /** Removes the error and the preview. */
  readonly onCancel: () => void;
  readonly readsStories: boolean;
  /** State of the form in the first render. */
  readonly initialState?: LinkFormState;
}

/** Reads the text of a file as far as a list needs it; empty for a file that is no text. */
const textOf = async (file: File): Promise<string> =>
  file.type.startsWith('text/') ? file.slice(0, LINK_LIST_TEXT_MAX_CHARACTERS).text() : '';

/** State and actions shared by the parts of the form. */
export type LinkFormControls = ReturnType<typeof useLinkForm>;

/** Announces to screen readers each newly recognised link, or that stories cannot be read, and each change of the network state. */
function useStateAnnouncements(state: LinkFormState, isOnline: boolean, readsStories: boolean): void {
  const label =
    !readsStories && isStoryForm(state) ? text(linkForm, 'storyUnreadable') : state.recognised?.label;
  const address = state.recognised?.url;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link of the same kind is announced again
  useEffect(() => {
    if (label !== undefined) announce(label, 'polite');
  }, [label, address]);
  const connectivity = isOnline ? text(linkForm, 'online') : offlineText(state);
  const wasOnline = useRef(true);
  useEffect(() => {
    if (!isOnline || !wasOnline.current) announce(connectivity, 'polite');
    wasOnline.current = isOnline;
  }, [isOnline, connectivity]);
}

/**
 * Passes the link in the URL of the page, or a shared text, to the function in `acceptTextRef`, or the sample to `openSample`, once. Removes
 * it from the address bar, the history and the Referer.
 */
function useArrival(
  acceptTextRef: RefObject<(text: string) => void>,
  openSample: (sample: string) => void,
): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    takeSharedText((text) => acceptTextRef.current(text));
    const posted = takePostedText();
    const arrival: Arrival | null = posted === null ? readArrival(location) : { kind: 'link', text: posted };
    if (arrival === null) return;
    history.replaceState(null, '', sitePath('/'));
    if (arrival.kind === 'link') acceptTextRef.current(arrival.text);
    else openSample(arrival.sample);
  }, [acceptTextRef, openSample]);
}

/**
 * Takes over what the visitor typed, chose, pasted, dropped or sent before this code was loaded, or else the link that the field had before
 * a reload.
 */
function useEarlyInput(
  field: RefObject<HTMLInputElement | null>,
  dispatch: Dispatch<LinkFormEvent>,
  acceptTextRef: RefObject<(text: string) => void>,
): void {
  // A layout effect, because React would empty the field when it renders again.
  useLayoutEffect(() => {
    const { value = '', form } = field.current ?? {};
    // A visitor whose focus is in the empty field is about to fill it.
    const text = value || (field.current === document.activeElement ? '' : readKeptLink());
    if (text !== '') dispatch({ type: 'typed', text });
    const chosen = CONTENT_TYPES.find((type) => type === (form && new FormData(form).get('type')));
    if (chosen && chosen !== EMPTY_FORM.tab) dispatch({ type: 'tab-chosen', tab: chosen });
  }, [field, dispatch]);
  useEffect(() => {
    const { pastedText: pasted, isSubmitted } = takeEarlyInput();
    const text = pasted !== null && hasLink(pasted) ? pasted : isSubmitted && field.current?.value;
    // Deferred until `acceptTextRef` knows the text and the type.
    if (typeof text === 'string') setTimeout(() => acceptTextRef.current(text));
  }, [field, acceptTextRef]);
}

/**
 * Creates the state and the actions of the link form. Also announces recognised links to screen readers, stores the link for a reload, and
 * accepts links from the URL of the page, from early input and from pastes outside the field.
 */
export function useLinkForm({
  phase,
  waits = {},
  onSubmit,
  onSample,
  onMessage,
  onCancel,
  readsStories,
  initialState = EMPTY_FORM,
}: LinkFormOptions) {
  const [state, dispatch] = useReducer(reduceLinkForm, initialState);
  const isOnline = useOnline();
  const field = useRef<HTMLInputElement>(null);
  useStateAnnouncements(state, isOnline, readsStories);
  useEffect(() => keepLink(state.recognised === null ? '' : state.text), [state]);

  const send = useCallback(
    async (text: string, tab: ContentType) => {
      const reason = await onSubmit(text, tab);
      if (reason === null) return;
      if (reason === 'listed') return dispatch({ type: 'typed', text: '' });
      dispatch({ type: 'refused', reason });
      const { text: sentence, advice } = refusalOf(reason, text);
      announce([sentence, advice].filter(Boolean).join('. '), 'assertive');
      field.current?.focus();
    },
    [onSubmit],
  );
  /** Text from which the link in the field was taken. It may contain more links. */
  const accepted = useRef('');
  const isBlocked = (link: ParsedLink | null): boolean =>
    phase !== 'ready' || !isOnline || secondsLeft(waitEndOf(waits, link?.platform), Date.now()) > 0;

  /**
   * Fills the field with the first link of a text, and submits the text if the form can submit. Does nothing while a link is validated or a
   * preview loads. Used for the clipboard, for drops and for links in the URL of the page.
   */
  const acceptText = (text: string, oldState = state) => {
    if (phase !== 'ready') return;
    accepted.current = text;
    const typed = { type: 'typed', text: linkIn(text) } as const;
    dispatch(typed);
    const { tab, recognised } = reduceLinkForm(oldState, typed);
    if (!isBlocked(recognised)) void send(text, tab);
  };
  const submit = () => {
    if (isBlocked(state.recognised)) return;
    acceptText(linkIn(accepted.current) === state.text ? accepted.current : state.text);
  };
  const hint = (key: 'clipboardRefused' | 'clipboardEmpty' | 'fileWithoutLink') => {
    const sentence = text(linkForm, key);
    dispatch({ type: 'hinted', text: sentence });
    onMessage();
    announce(sentence, 'polite');
    field.current?.focus();
  };
  const pasteWith = async (oldState: LinkFormState, onNoAttempt?: () => void) => {
    const pasted = await readClipboard();
    const found = findPostLink(pasted ?? '');
    if (found === null || isBlocked(found.link)) onNoAttempt?.();
    if (pasted !== null && hasLink(pasted)) return acceptText(pasted, oldState);
    hint(pasted === null ? 'clipboardRefused' : 'clipboardEmpty');
  };
  const paste = () => pasteWith(state);
  /** Empties the field, then pastes like `paste`. If this starts no attempt to load another preview, removes the present one. */
  const pasteAnother = async () => {
    if (phase !== 'ready') return;
    dispatch({ type: 'typed', text: '' });
    await pasteWith(EMPTY_FORM, onCancel);
  };
  /** Empties the field and removes the error, because the error is about the removed link. */
  const clear = () => {
    dispatch({ type: 'typed', text: '' });
    onMessage();
    field.current?.focus();
  };
  /** Passes the text of a file to `acceptText`; shows a hint instead if there is no link in it. */
  const acceptFile = async (file: File) => {
    const content = await textOf(file);
    if (hasLink(content)) acceptTextRef.current(content);
    else hint('fileWithoutLink');
  };
  const openSample = (link: string) => {
    if (!isOnline) return;
    dispatch({ type: 'attempted' });
    const parsed = parseSampleLink(link);
    if (parsed.ok) dispatch({ type: 'tab-chosen', tab: parsed.link.contentType });
    onSample(link);
  };

  const acceptTextRef = useRef(acceptText);
  useEffect(() => {
    acceptTextRef.current = acceptText;
  });
  useEarlyInput(field, dispatch, acceptTextRef);
  useArrival(acceptTextRef, openSample);
  useFieldShortcuts(field, acceptTextRef);
  // Runs last, after the link has been removed from the URL of the page.
  useEffect(() => {
    if (field.current) autofocus(field.current);
  }, []);
  return {
    state,
    isOnline,
    field,
    dispatch,
    submit,
    acceptText,
    acceptFile,
    paste,
    pasteAnother,
    clear,
    openSample,
  };
}
