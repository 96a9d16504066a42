import type { ContentType } from '#shared/contract/content-type.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { LINK_FORM, MESSAGES } from '#shared/messages.ts';

/** What the form holds by itself; whether a preview is loading it is told from outside. */
export interface LinkFormState {
  readonly text: string;
  readonly tab: ContentType;
  readonly recognised: ParsedLink | null;
  /** The line under the field, until the next key press. */
  readonly note: { readonly tone: 'error' | 'hint'; readonly text: string } | null;
}

export type LinkFormEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'tab-chosen'; readonly tab: ContentType }
  | { readonly type: 'refused'; readonly reason: 'empty' | 'invalid' }
  | { readonly type: 'hinted'; readonly text: string };

export const EMPTY_FORM: LinkFormState = { text: '', tab: 'video', recognised: null, note: null };

/**
 * The tab after the text changed. A newly recognised link chooses its own; as long as it stays the same link, a choice made
 * by hand stands. A short link does not say what it leads to, so it chooses nothing.
 */
export function tabAfter(tab: ContentType, before: ParsedLink | null, now: ParsedLink | null): ContentType {
  if (now === null || now.kind === 'share') return tab;
  const same = before !== null && before.url === now.url && before.kind === now.kind;
  return same ? tab : now.contentType;
}

const REFUSALS = { empty: MESSAGES.urlRequired, invalid: MESSAGES.urlInvalid } as const;

/** The form after an event. Typing clears the note at once (specification section 4). */
export function reduceLinkForm(state: LinkFormState, event: LinkFormEvent): LinkFormState {
  switch (event.type) {
    case 'typed': {
      const parsed = parseLink(event.text);
      const recognised = parsed.ok ? parsed.link : null;
      const tab = tabAfter(state.tab, state.recognised, recognised);
      return { text: event.text, tab, recognised, note: null };
    }
    case 'tab-chosen':
      return { ...state, tab: event.tab };
    case 'refused':
      return { ...state, note: { tone: 'error', text: REFUSALS[event.reason] } };
    case 'hinted':
      return { ...state, note: { tone: 'hint', text: event.text } };
  }
}

export interface MessageLine {
  readonly tone: 'hint' | 'warning' | 'error';
  readonly icon: 'offline' | 'error' | 'recognised' | null;
  readonly text: string;
  /** Only after a long wait. */
  readonly cancel: boolean;
}

export type FormPhase = 'ready' | 'validating' | 'loading';
/** How long a preview has been loading: at first, over 6 s, over 15 s. */
export type Patience = 'fresh' | 'slow' | 'long';

const line = (
  tone: MessageLine['tone'],
  icon: MessageLine['icon'],
  text: string,
  cancel = false,
): MessageLine => ({ tone, icon, text, cancel });

/** The one message under the field; the most pressing wins (brief 4.3, table of states). */
export function messageLine(
  { text, recognised, note }: LinkFormState,
  {
    online,
    phase,
    patience,
    hasPreview,
  }: { online: boolean; phase: FormPhase; patience: Patience; hasPreview: boolean },
): MessageLine {
  if (phase === 'loading') {
    const words = patience === 'fresh' ? LINK_FORM.loading : LINK_FORM.loadingSlow;
    return line('hint', null, words, patience === 'long');
  }
  if (!online) return line('warning', 'offline', LINK_FORM.offline);
  if (note !== null) return line(note.tone, note.tone === 'error' ? 'error' : null, note.text);
  if (phase === 'validating') return line('hint', null, '');
  if (recognised !== null) return line('hint', 'recognised', recognised.label);
  // Beside a preview the hint would be stale, and its second line on a phone would push the card down.
  return line('hint', null, text.trim() === '' && !hasPreview ? LINK_FORM.hint : '');
}
