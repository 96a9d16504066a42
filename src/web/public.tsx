import { MANIFEST_PATH } from '#shared/sharing.ts';
import { earlyInput } from './lib/early-input.ts';
import { afterPaint } from './lib/idle.ts';
import { captureInstallPrompt } from './state/install-prompt.ts';

/** Links the web app manifest, which makes the page installable. The browser loads it and its largest icon at once. */
function linkManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = MANIFEST_PATH;
  document.head.append(link);
}

/** Loads the page's code. What a visitor does until it runs is captured (capture.ts). */
async function startPage(): Promise<void> {
  try {
    const { hydratePage } = await import('./pages/public/hydrate-page.tsx');
    hydratePage();
  } catch {
    earlyInput()?.fallBack();
  }
}

captureInstallPrompt();
// The document shows the page without any of this, so nothing of it may delay the first paint.
afterPaint(() => {
  void startPage();
  linkManifest();
});
