/**
 * Time for which neutral and error notices are shown on the public page. A notice that has waited this long in the queue when the display
 * is set is not shown.
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

const queue: { readonly notice: Notice; readonly queuedAt: number }[] = [];
let show: ((notice: Notice) => void) | null = null;
let loadDisplay = (): void => undefined;
let removeShownErrors = (): void => undefined;

function showOrQueue(notice: Notice): void {
  if (show !== null) show(notice);
  else {
    queue.push({ notice, queuedAt: Date.now() });
    loadDisplay();
  }
}

/** Sets the function that loads the notice display. The function is called whenever a notice is queued because no display is set. */
export function setNoticeLoader(loader: () => void): void {
  loadDisplay = loader;
}

/**
 * Sets the function that shows a notice and the function that removes the shown error notices, and shows the queued notices that have not
 * expired.
 */
export function setNoticeDisplay(display: (notice: Notice) => void, removeErrors: () => void): void {
  show = display;
  removeShownErrors = removeErrors;
  for (const { notice, queuedAt } of queue.splice(0)) {
    if (Date.now() - queuedAt < TOAST_DEFAULT_MS) display(notice);
  }
}

/** Shows a neutral notice. While no notice display is set, queues the notice and loads the display. */
export const notify = (text: string): void => showOrQueue({ type: 'blank', text, voice: 'spoken' });

export const notifySuccess = (text: string, voice: Voice = 'spoken'): void =>
  showOrQueue({ type: 'success', text, voice });

/**
 * Shows an error notice. While no notice display is set, queues the notice and loads the display. Screen readers announce a shown error
 * immediately unless `voice` is 'silent'.
 */
export const notifyError = (text: string, voice: Voice = 'spoken'): void =>
  showOrQueue({ type: 'error', text, voice });

/** Removes the shown error notices. Call this when what they report is no longer true. Queued notices stay. */
export const dismissErrors = (): void => removeShownErrors();
