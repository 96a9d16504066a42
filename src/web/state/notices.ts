import { toast } from 'react-hot-toast/headless';
import { TOAST_DEFAULT_MS, TOAST_SUCCESS_MS } from '#shared/limits.ts';

/** How a notice reaches screen readers; `silent` for one whose text is already announced elsewhere. */
type Voice = 'spoken' | 'silent';

const status = { role: 'status', 'aria-live': 'polite' } as const;
const alert = { role: 'alert', 'aria-live': 'assertive' } as const;
const silent = { role: 'status', 'aria-live': 'off' } as const;

/** Shows a success notice for 2 s; gives its id. */
export const notifySuccess = (text: string, voice: Voice = 'spoken'): string =>
  toast.success(text, { duration: TOAST_SUCCESS_MS, ariaProps: voice === 'silent' ? silent : status });

/** Shows an error notice for 4 s, read at once unless a panel already says it; gives its id. */
export const notifyError = (text: string, voice: Voice = 'spoken'): string =>
  toast.error(text, { duration: TOAST_DEFAULT_MS, ariaProps: voice === 'silent' ? silent : alert });
