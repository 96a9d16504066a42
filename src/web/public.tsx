import { setBasePath, sitePath } from '#shared/base-path.ts';
import { MANIFEST_PATH } from '#shared/sharing.ts';
import { earlyInput } from './lib/early-input.ts';
import { afterPaint } from './lib/idle.ts';
import { watchMissingCode } from './lib/missing-code.ts';
import { captureInstallPrompt } from './state/install-prompt.ts';

/** Links the web app manifest, which makes the page installable. The browser loads it and its largest icon at once. */
function linkManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = sitePath(MANIFEST_PATH);
  document.head.append(link);
}

/**
 * Loads the page's code and starts it. Until then capture.ts captures what the visitor does. If the code cannot be loaded, the form works
 * as without scripts.
 */
async function startPage(): Promise<void> {
  try {
    const { hydratePage } = await import('./pages/public/hydrate-page.tsx');
    hydratePage();
  } catch {
    earlyInput()?.fallBack();
  }
}

setBasePath(document.documentElement.dataset['base'] ?? '');
captureInstallPrompt();
watchMissingCode();
// The document shows the page without the code and the manifest, so neither may delay the first paint.
afterPaint(() => {
  void startPage();
  linkManifest();
});
