/** Milliseconds that a neutral notice is shown, and that a notice may wait for the display. */
export const TOAST_DEFAULT_MS = 4_000;

/** Whether screen readers announce a notice; `silent` when its text is already announced elsewhere. */
export type Voice = 'spoken' | 'silent';

/** Short message that is shown for a limited time. */
export interface Notice {
  readonly type: 'blank' | 'success' | 'error';
  readonly text: string;
  readonly voice: Voice;
}

const queue: { readonly notice: Notice; readonly since: number }[] = [];
let show: ((notice: Notice) => void) | null = null;
let loadDisplay = (): void => undefined;
let hideErrors = (): void => undefined;

function showOrQueue(notice: Notice): void {
  if (show !== null) show(notice);
  else {
    queue.push({ notice, since: Date.now() });
    loadDisplay();
  }
}

/** Sets the function that loads the notice display. It is called when a notice is queued and no display is set. */
export function setNoticeLoader(load: () => void): void {
  loadDisplay = load;
}

/**
 * Sets the function that shows notices and the one that removes the shown errors, and shows the queued notices that have
 * not expired.
 */
export function setNoticeDisplay(display: (notice: Notice) => void, hide: () => void): void {
  show = display;
  hideErrors = hide;
  for (const { notice, since } of queue.splice(0)) {
    if (Date.now() - since < TOAST_DEFAULT_MS) display(notice);
  }
}

/** Shows a neutral notice, for the time that the page's display gives it (raise-toast.ts). */
export const notify = (text: string): void => showOrQueue({ type: 'blank', text, voice: 'spoken' });

export const notifySuccess = (text: string, voice: Voice = 'spoken'): void =>
  showOrQueue({ type: 'success', text, voice });

/** Shows an error notice. Screen readers announce it immediately, unless it is silent. */
export const notifyError = (text: string, voice: Voice = 'spoken'): void =>
  showOrQueue({ type: 'error', text, voice });

/** Removes the shown error notices, because what they report is no longer current. */
export const dismissErrors = (): void => hideErrors();
