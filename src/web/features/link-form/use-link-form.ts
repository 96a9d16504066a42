import { type Dispatch, type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { ContentType } from '#shared/contract/content-type.ts';
import { findLink } from '#shared/links/find-link.ts';
import { parseLink, parseSampleLink } from '#shared/links/parse-link.ts';
import { LINK_FORM } from '#shared/messages.ts';
import { readClipboard } from '../../lib/clipboard.ts';
import { announce } from '../../state/announcer.ts';
import { useOnline } from '../../state/online.ts';
import { readArrival } from './arrival.ts';
import {
  EMPTY_FORM,
  type FormPhase,
  type LinkFormEvent,
  type LinkFormState,
  reduceLinkForm,
  tabAfter,
} from './link-form-state.ts';
import { useFieldShortcuts } from './use-field-shortcuts.ts';

export interface LinkFormPort {
  readonly phase: FormPhase;
  /** Nothing may be sent while the platform asked us to wait. */
  readonly waiting: boolean;
  /** Gives why the text was not sent, or null. */
  readonly onSubmit: (text: string, type: ContentType) => Promise<'empty' | 'invalid' | null>;
  readonly onSample: (sample: string) => void;
}

/** What the form's parts read and do. */
export interface LinkFormControls {
  readonly state: LinkFormState;
  readonly online: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly dispatch: Dispatch<LinkFormEvent>;
  readonly submit: () => void;
  /** Fills the field; sends at once when that makes sense. For the clipboard, drops and arrivals. */
  readonly take: (text: string) => void;
  readonly paste: () => Promise<void>;
  readonly clear: () => void;
  readonly openSample: (sample: string) => void;
}

/** Says what was recognised, once per link, and that the network is back. */
function useSpokenState(state: LinkFormState, online: boolean): void {
  const label = state.recognised?.label;
  const address = state.recognised?.url;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link of the same kind is said again
  useEffect(() => {
    if (label !== undefined) announce(label, 'polite');
  }, [label, address]);
  const wasOnline = useRef(true);
  useEffect(() => {
    if (online && !wasOnline.current) announce(LINK_FORM.online, 'polite');
    if (!online) announce(LINK_FORM.offline, 'polite');
    wasOnline.current = online;
  }, [online]);
}

/** Prefills and sends what the address asked for, then takes it out of the address bar, history and Referer. */
function useArrival(take: (text: string) => void, openSample: (sample: string) => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    const arrival = readArrival(location.search, location.hash);
    if (arrival === null) return;
    history.replaceState(null, '', '/');
    if (arrival.kind === 'link') take(arrival.text);
    else openSample(arrival.sample);
  }, [take, openSample]);
}

/** The form's state with its effects. */
export function useLinkForm({ phase, waiting, onSubmit, onSample }: LinkFormPort): LinkFormControls {
  const [state, dispatch] = useReducer(reduceLinkForm, EMPTY_FORM);
  const online = useOnline();
  const field = useRef<HTMLInputElement>(null);
  useSpokenState(state, online);

  const send = useCallback(
    async (text: string, tab: ContentType) => {
      const reason = await onSubmit(text, tab);
      if (reason === null) return;
      dispatch({ type: 'refused', reason });
      announce(reduceLinkForm(EMPTY_FORM, { type: 'refused', reason }).note?.text ?? '', 'assertive');
      field.current?.focus();
    },
    [onSubmit],
  );
  const blocked = phase !== 'ready' || waiting || !online;

  const submit = () => {
    if (!blocked) void send(state.text, state.tab);
  };
  const take = (text: string) => {
    if (phase !== 'ready') return;
    dispatch({ type: 'typed', text });
    const parsed = parseLink(text);
    const link = parsed.ok ? parsed.link : null;
    if (!blocked) void send(text, tabAfter(state.tab, state.recognised, link));
  };
  const paste = async () => {
    const text = await readClipboard();
    if (text !== null && findLink(text) !== null) return take(text.trim());
    const hint = text === null ? LINK_FORM.clipboardRefused : LINK_FORM.clipboardEmpty;
    dispatch({ type: 'hinted', text: hint });
    announce(hint, 'polite');
    field.current?.focus();
  };
  const clear = () => {
    dispatch({ type: 'typed', text: '' });
    field.current?.focus();
  };
  const openSample = (sample: string) => {
    if (blocked) return;
    const parsed = parseSampleLink(sample);
    if (parsed.ok) dispatch({ type: 'tab-chosen', tab: parsed.link.contentType });
    onSample(sample);
  };

  useArrival(take, openSample);
  useFieldShortcuts(field, take);
  return { state, online, field, dispatch, submit, take, paste, clear, openSample };
}
