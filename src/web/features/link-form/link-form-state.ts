import { linkForm } from '#messages/link-form.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import type { ContentType } from '#shared/contract/content-type.ts';
import { findHost } from '#shared/links/find-host.ts';
import { findLinks } from '#shared/links/find-link.ts';
import { findPostLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { text } from '#shared/messages/text.ts';

/** State of the link form. It does not say whether a preview is loading. */
export interface LinkFormState {
  readonly text: string;
  readonly tab: ContentType;
  readonly recognised: ParsedLink | null;
  /** Message under the field; null for none. Removed when the text changes or an attempt to load a preview begins. */
  readonly message: {
    readonly tone: 'error' | 'hint';
    readonly text: string;
    readonly advice?: string;
  } | null;
}

export type LinkFormEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'tab-chosen'; readonly tab: ContentType }
  /** An attempt to load a preview begins, which removes the message of the attempt before. */
  | { readonly type: 'attempted' }
  | { readonly type: 'refused'; readonly reason: 'empty' | 'invalid' }
  | { readonly type: 'hinted'; readonly text: string };

export const EMPTY_FORM: LinkFormState = { text: '', tab: 'video', recognised: null, message: null };

/**
 * Returns the tab to show after the text has changed. A new link selects its own tab; while the link stays equal, the visitor's choice is
 * kept. A short link does not name its content type, so it leaves the tab unchanged. A text without a link selects the first tab, so that
 * no choice for an earlier link remains.
 */
function nextTab(tab: ContentType, oldLink: ParsedLink | null, newLink: ParsedLink | null): ContentType {
  if (newLink === null) return EMPTY_FORM.tab;
  if (newLink.kind === 'share') return tab;
  const isSame = oldLink?.url === newLink.url && oldLink.kind === newLink.kind;
  return isSame ? tab : newLink.contentType;
}

/** Returns whether a text contains a URL on a platform's host, such as that of a profile. */
const namesPlatform = (pasted: string): boolean =>
  findLinks(pasted).some((link) => URL.canParse(link) && findHost(new URL(link).hostname) !== null);

/**
 * Returns the error about a text that was not sent. `advice` is a second sentence, present if the text contains a URL of a platform that
 * leads to no post, such as that of a profile.
 */
export function refusalOf(reason: 'empty' | 'invalid', pasted: string) {
  if (reason === 'empty') return { text: text(previewFlow, 'urlRequired') };
  const sentence = text(previewFlow, 'urlInvalid');
  return namesPlatform(pasted) ? { text: sentence, advice: text(linkForm, 'noPost') } : { text: sentence };
}

/** Returns the form state after an event. Typing removes the message immediately. */
export function reduceLinkForm(state: LinkFormState, event: LinkFormEvent): LinkFormState {
  switch (event.type) {
    case 'typed': {
      const recognised = findPostLink(event.text)?.link ?? null;
      const tab = nextTab(state.tab, state.recognised, recognised);
      return { text: event.text, tab, recognised, message: null };
    }
    case 'tab-chosen':
      return { ...state, tab: event.tab };
    case 'attempted':
      return { ...state, message: null };
    case 'refused':
      return { ...state, message: { tone: 'error', ...refusalOf(event.reason, state.text) } };
    case 'hinted':
      return { ...state, message: { tone: 'hint', text: event.text } };
  }
}

const ADDED_SCHEME = 'https://';

/** Returns the first link to a post in a text, as it was written there; without such a link, the trimmed text. */
export function linkIn(pasted: string): string {
  const text = pasted.trim();
  const link = findPostLink(text)?.written ?? text;
  const bare = link.slice(ADDED_SCHEME.length);
  return !text.includes(link) && text.includes(bare) ? bare : link;
}

/** Content of the message line under the link field. */
export interface MessageLine {
  readonly tone: 'hint' | 'warning' | 'error';
  readonly icon: 'offline' | 'error' | 'recognised' | null;
  readonly text: string;
  /** A second sentence. */
  readonly advice?: string | undefined;
  /** Whether the Cancel button is shown; true only after a long wait. */
  readonly canCancel: boolean;
}

/** `validating` checks the pasted link in the browser, `loading` waits for the server. */
export type FormPhase = 'ready' | 'validating' | 'loading';
/** How long a preview has been loading: `fresh` up to 6 s, `slow` from 6 s, `long` from 15 s. */
export type LoadingDelay = 'fresh' | 'slow' | 'long';

const line = (
  tone: MessageLine['tone'],
  icon: MessageLine['icon'],
  text: string,
  canCancel = false,
): MessageLine => ({ tone, icon, text, canCancel });

/** Returns whether the form would request a story: its field contains the link of a story, or is empty while the story tab is chosen. */
export const isStoryForm = ({ recognised, text, tab }: LinkFormState): boolean =>
  (text.trim() === '' ? tab : recognised?.contentType) === 'story';

/** Returns the message for an offline browser. It differs for an empty field. */
export const offlineText = (form: LinkFormState): string =>
  text(linkForm, form.text.trim() === '' ? 'offlineEmpty' : 'offline');

/**
 * Returns the message under the field: the first that applies of loading, offline, the form's own message, no text while the link is
 * validated, that stories cannot be read, the recognised link, and the hint for an empty field. There is no text if the error panel already
 * says that the story cannot be read, and no hint while a preview is shown.
 */
export function messageLine(
  form: LinkFormState,
  {
    isOnline,
    phase,
    delay,
    hasPreview,
    refusedText,
    readsStories,
  }: {
    isOnline: boolean;
    phase: FormPhase;
    delay: LoadingDelay;
    hasPreview: boolean;
    /** Text for whose link the form does not repeat that stories cannot be read, because the page already says it; null for none. */
    refusedText: string | null;
    readsStories: boolean;
  },
): MessageLine {
  const { recognised, message } = form;
  if (phase === 'loading') {
    const words = text(linkForm, delay === 'fresh' ? 'loading' : 'loadingSlow');
    return line('hint', null, words, delay === 'long');
  }
  if (!isOnline) return line('warning', 'offline', offlineText(form));
  if (message !== null)
    return { ...message, icon: message.tone === 'error' ? 'error' : null, canCancel: false };
  if (phase === 'validating') return line('hint', null, '');
  if (!readsStories && isStoryForm(form))
    return line(
      'warning',
      null,
      refusedText !== null && linkIn(refusedText) === linkIn(form.text)
        ? ''
        : text(linkForm, 'storyUnreadable'),
    );
  if (recognised !== null) return line('hint', 'recognised', recognised.label);
  // While a preview is shown, the hint would be out of date, and its second line on a phone would push the card down.
  return line('hint', null, form.text.trim() === '' && !hasPreview ? text(linkForm, 'hint') : '');
}
