/** Chromium's beforeinstallprompt event, which TypeScript's DOM types do not contain. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let captured: InstallPrompt | null = null;

/**
 * Stores the browser's install prompt for later, and keeps the browser from showing it. Call in the first script: the event fires once,
 * soon after the load.
 */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    captured = event as InstallPrompt;
  });
}

/** Returns the captured install prompt; null if the browser has not fired one. */
export const capturedInstallPrompt = (): InstallPrompt | null => captured;
