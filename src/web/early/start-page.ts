import { linkForm } from '#messages/link-form.ts';
import { publicPage } from '#messages/public-page.ts';
import type { Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { autofocus } from '../lib/autofocus.ts';
import { canReadClipboard } from '../lib/clipboard.ts';
import { earlyInput, hasEarlyInput, takeEarlyInput } from '../lib/early-input.ts';
import { afterPaint, whenIdle } from '../lib/idle.ts';
import { followSettings, shownSite, subscribeToSite } from '../state/site-follower.ts';
import { linkManifest } from './link-manifest.ts';

/** Data the page was rendered with. Not validated again, because the same build wrote it and the validator is large. */
export interface Boot {
  readonly site: Site;
  readonly passes: boolean;
  readonly home?: string;
}

/** Signs that a visitor is about to use the page, or does. */
const INTENTS = [
  'pointerdown',
  'keydown',
  // Assistive technology presses and types without the events above.
  'click',
  'input',
  'focusin',
  'paste',
  'dragenter',
  'scroll',
  'offline',
  'online',
] as const;

/** Delays before the attempts to load the page's code (ms). */
const ATTEMPTS = [0, 1_000, 3_000] as const;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls back when the header's links do not fit, now or later: the page then shows a menu in their place. */
function whenCrowded(callback: () => void): void {
  const bar = document.querySelector('header nav');
  const links = bar?.firstElementChild;
  if (!bar || !links) return;
  const observer = new ResizeObserver(() => {
    if (bar.scrollWidth <= bar.clientWidth) return;
    observer.disconnect();
    callback();
  });
  observer.observe(bar);
  observer.observe(links);
}

/** Names the theme switch for the dark theme; the server renders it for the light one. */
function nameThemeSwitch(): void {
  if (document.documentElement.dataset['theme'] === 'dark')
    document.querySelector('[data-theme-switch]')?.setAttribute('aria-label', text(publicPage, 'useLight'));
}

/** Calls back when the pointer moves. The first event can be a pointer at rest under which the page has appeared. */
function whenPointerMoves(callback: () => void, signal: AbortSignal): void {
  let rest: PointerEvent | null = null;
  const onMove = (event: PointerEvent) => {
    rest ??= event;
    if (event.clientX !== rest.clientX || event.clientY !== rest.clientY) callback();
  };
  addEventListener('pointermove', onMove, { capture: true, passive: true, signal });
}

/**
 * Calls back when the window gets another width. The page's own appearance, a bar of the browser and a keyboard on the screen
 * raise the event, too.
 */
function whenResized(callback: () => void, signal: AbortSignal): void {
  const width = innerWidth;
  const onResize = () => {
    if (innerWidth !== width) callback();
  };
  addEventListener('resize', onResize, { signal });
}

/**
 * Shows the form as it is offline: the reason under the field, nothing to fetch, and Paste only beside an empty field. Returns a
 * function that restores what was there.
 */
function showOffline(field: HTMLInputElement): () => void {
  const line = document.getElementById('link-message');
  const before = [...(line?.childNodes ?? [])];
  const submit = field.form?.querySelector<HTMLButtonElement>('[type="submit"]');
  const paste = field.form?.querySelector<HTMLElement>('[data-paste]');
  const show = (): void => {
    const isEmpty = field.value.trim() === '';
    line?.replaceChildren(text(linkForm, isEmpty ? 'offlineEmpty' : 'offline'));
    if (submit) submit.disabled = true;
    if (paste) paste.style.display = isEmpty ? '' : 'none';
  };
  show();
  field.addEventListener('input', show);
  return () => {
    field.removeEventListener('input', show);
    line?.replaceChildren(...before);
    if (submit) submit.disabled = field.value.trim() === '';
    if (paste) paste.style.display = '';
  };
}

/**
 * Serves the page before its code is loaded: follows the settings, focuses the field, captures input, and loads the code
 * with the first sign of use (docs/adr/0050). `load` fetches the code and returns the function that starts it;
 * `prepare` fetches its largest part.
 */
export function startPage(
  { site, passes }: Boot,
  { load, prepare }: { load: () => Promise<() => void>; prepare: () => Promise<unknown> },
): void {
  const field = document.getElementById('link');
  if (!(field instanceof HTMLInputElement)) return;
  const listeners = new AbortController();
  let isLoading = false;
  let restore = (): void => undefined;

  /** Leaves what the visitor wants to the server, whose pages need no script. */
  const fallBack = (): void => {
    delete document.documentElement.dataset['arriving'];
    const pressed = earlyInput()?.pressed.splice(0).at(-1);
    if (!navigator.onLine) return;
    const { pasted, isSubmitted } = takeEarlyInput();
    if (pasted !== null) field.value = pasted;
    if (pasted !== null || (isSubmitted && field.value.trim() !== '')) field.form?.submit();
    else if (pressed instanceof HTMLAnchorElement) location.assign(pressed.href);
  };
  const loadPage = async (): Promise<void> => {
    if (isLoading) return;
    isLoading = true;
    for (const wait of ATTEMPTS) {
      await delay(wait);
      try {
        const start = await load();
        listeners.abort();
        restore();
        start();
        return;
      } catch {
        restore();
        restore = navigator.onLine ? () => undefined : showOffline(field);
      }
    }
    isLoading = false;
    fallBack();
  };
  const want = () => void loadPage();

  /** Reacts to what the visitor does, and to what has been done already. */
  const listen = (): void => {
    const isInUse = document.activeElement !== document.body || field.value !== '' || hasEarlyInput();
    autofocus(field);
    for (const intent of INTENTS)
      addEventListener(intent, want, { capture: true, passive: true, signal: listeners.signal });
    whenPointerMoves(want, listeners.signal);
    whenResized(want, listeners.signal);
    const onShown = () => {
      if (!document.hidden) want();
    };
    document.addEventListener('visibilitychange', onShown, { signal: listeners.signal });
    whenCrowded(want);
    document.documentElement.dataset['hydrated'] = 'early';
    const isArrival = 'arriving' in document.documentElement.dataset || location.hash !== '';
    const isClosed = site.maintenance && !passes;
    if (isInUse || isArrival || isClosed || !navigator.onLine || !canReadClipboard()) want();
  };

  nameThemeSwitch();
  followSettings(site);
  subscribeToSite(() => {
    if (shownSite()) want();
  });
  let isListening = false;
  afterPaint(() => {
    if (isListening) return;
    isListening = true;
    listen();
  });
  whenIdle(() => {
    linkManifest();
    prepare().catch(() => undefined);
  });
}
