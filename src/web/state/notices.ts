import { TOAST_DEFAULT_MS } from '#shared/limits.ts';

/** How a notice reaches screen readers; `silent` for one whose text is already announced elsewhere. */
export type Voice = 'spoken' | 'silent';

export interface Notice {
  readonly type: 'blank' | 'success' | 'error';
  readonly text: string;
  readonly voice: Voice;
}

const waiting: { readonly notice: Notice; readonly since: number }[] = [];
let show: ((notice: Notice) => void) | null = null;
let summon = (): void => undefined;

function raise(notice: Notice): void {
  if (show !== null) show(notice);
  else {
    waiting.push({ notice, since: Date.now() });
    summon();
  }
}

/** `bring` fetches what shows notices; it is asked as soon as one waits. */
export function summonNoticesWith(bring: () => void): void {
  summon = bring;
}

/** Shows the notices that wait, unless their time is over, and every later one, with `showing`. */
export function showNoticesWith(showing: (notice: Notice) => void): void {
  show = showing;
  for (const { notice, since } of waiting.splice(0)) {
    if (Date.now() - since < TOAST_DEFAULT_MS) showing(notice);
  }
}

/** Shows a notice that is neither good nor bad news, for 4 s. */
export const notify = (text: string): void => raise({ type: 'blank', text, voice: 'spoken' });

/** Shows a success notice for 2 s. */
export const notifySuccess = (text: string, voice: Voice = 'spoken'): void =>
  raise({ type: 'success', text, voice });

/** Shows an error notice for 4 s, read at once unless a panel already says it. */
export const notifyError = (text: string, voice: Voice = 'spoken'): void =>
  raise({ type: 'error', text, voice });
