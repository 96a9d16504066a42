/**
 * Milliseconds that neutral and error notices are shown on the public page. A notice queued for as long before the display is set is not
 * shown.
 */
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

/** Shows a neutral notice, or queues it and loads the notice display if that is not set. */
export const notify = (text: string): void => showOrQueue({ type: 'blank', text, voice: 'spoken' });

export const notifySuccess = (text: string, voice: Voice = 'spoken'): void =>
  showOrQueue({ type: 'success', text, voice });

/** Shows an error notice, or queues it until the display is set. Screen readers announce it immediately unless `voice` is 'silent'. */
export const notifyError = (text: string, voice: Voice = 'spoken'): void =>
  showOrQueue({ type: 'error', text, voice });

/** Removes the shown error notices, because what they report is no longer current. Queued ones stay. */
export const dismissErrors = (): void => hideErrors();
