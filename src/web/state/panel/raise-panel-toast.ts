import { toast } from 'react-hot-toast/headless';
import type { Notice } from '../notices.ts';

const ADMIN_TOAST_DEFAULT_MS = 4_000;
const ADMIN_TOAST_SUCCESS_MS = 3_000;
const ADMIN_TOAST_ERROR_MS = 5_000;

const status = { role: 'status', 'aria-live': 'polite' } as const;
const alert = { role: 'alert', 'aria-live': 'assertive' } as const;
const silent = { role: 'status', 'aria-live': 'off' } as const;

/** Shows a notice in the panel above the existing ones: success for 3 s, error for 5 s, others for 4 s. */
export function raisePanelToast({ type, text, voice }: Notice): void {
  const ariaProps = voice === 'silent' ? silent : type === 'error' ? alert : status;
  if (type === 'success') toast.success(text, { duration: ADMIN_TOAST_SUCCESS_MS, ariaProps });
  else if (type === 'error') toast.error(text, { duration: ADMIN_TOAST_ERROR_MS, ariaProps });
  else toast(text, { duration: ADMIN_TOAST_DEFAULT_MS, ariaProps });
}
