import { sitePath } from '#shared/base-path.ts';
import { SERVICE_WORKER_PATH } from '#shared/sharing.ts';
import { builtScript } from './built-script.ts';

/** Registers the service worker. The page works the same without it, such as over plain HTTP and in private windows. Never rejects. */
export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(builtScript(sitePath(SERVICE_WORKER_PATH)));
  } catch {
    // The visitor, or the browser's settings, may forbid it.
  }
}
