import { toast } from 'react-hot-toast/headless';
import { type Notice, TOAST_DEFAULT_MS } from './notices.ts';

/** Milliseconds that a notice of each type is shown. */
type ToastTimes = Readonly<Record<Notice['type'], number>>;

export const PUBLIC_TOAST_MS: ToastTimes = {
  blank: TOAST_DEFAULT_MS,
  success: 2_000,
  error: TOAST_DEFAULT_MS,
};
export const PANEL_TOAST_MS: ToastTimes = { blank: 4_000, success: 3_000, error: 5_000 };
/** Milliseconds that a notice with an undo button is shown in the panel. */
export const UNDO_NOTICE_MS = 6_000;

const status = { role: 'status', 'aria-live': 'polite' } as const;
const alert = { role: 'alert', 'aria-live': 'assertive' } as const;
const silent = { role: 'status', 'aria-live': 'off' } as const;

const raisedErrors = new Set<string>();

/** Removes the error notices that are still shown. */
export function dismissErrorToasts(): void {
  for (const id of raisedErrors) toast.dismiss(id);
  raisedErrors.clear();
}

/** Shows a notice above the existing notices, for the time that `times` contains for its type. */
export function raiseToast({ type, text, voice }: Notice, times: ToastTimes): void {
  const ariaProps = voice === 'silent' ? silent : type === 'error' ? alert : status;
  const raise = type === 'blank' ? toast : toast[type];
  const id = raise(text, { duration: times[type], ariaProps });
  if (type === 'error') raisedErrors.add(id);
}
