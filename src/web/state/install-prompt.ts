/** Chromium's offer to install the page; the compiler's DOM does not know it. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let held: InstallPrompt | null = null;

/** Keeps the browser's offer for later. Belongs in the first script: the event comes once, soon after the load. */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    held = event as InstallPrompt;
  });
}

/** The offer that is held; null where the browser made none. */
export const heldInstallPrompt = (): InstallPrompt | null => held;
