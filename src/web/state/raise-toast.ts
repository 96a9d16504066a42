import { toast } from 'react-hot-toast/headless';
import type { Notice } from './notices.ts';
import { TOAST_DEFAULT_MS } from './notices.ts';

const TOAST_SUCCESS_MS = 2_000;

const status = { role: 'status', 'aria-live': 'polite' } as const;
const alert = { role: 'alert', 'aria-live': 'assertive' } as const;
const silent = { role: 'status', 'aria-live': 'off' } as const;

/** Shows a notice on the public page above the existing ones: success for 2 s, others for 4 s. */
export function raiseToast({ type, text, voice }: Notice): void {
  const ariaProps = voice === 'silent' ? silent : type === 'error' ? alert : status;
  if (type === 'success') toast.success(text, { duration: TOAST_SUCCESS_MS, ariaProps });
  else if (type === 'error') toast.error(text, { duration: TOAST_DEFAULT_MS, ariaProps });
  else toast(text, { duration: TOAST_DEFAULT_MS, ariaProps });
}
