import { sitePath } from '#shared/base-path.ts';
import { SHARE_FIELDS, SHARE_PATH } from '#shared/sharing.ts';

let hasFailed = false;

/** Records from now on that a file of the page's code could not be loaded. Vite's loader dispatches the event. */
export function watchMissingCode(): void {
  addEventListener('vite:preloadError', () => {
    hasFailed = true;
  });
}

/**
 * Whether a file of the page's code could not be loaded. Chromium 150 keeps the failure for as long as the document lives and does not
 * request the file again.
 */
export const isCodeMissing = (): boolean => hasFailed;

/** Replaces the document by a new one that previews the link in `text`. The text gets into no address, because a form posts it. */
export function previewInNewDocument(text: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = sitePath(SHARE_PATH);
  const field = document.createElement('input');
  field.type = 'hidden';
  [field.name] = SHARE_FIELDS;
  field.value = text;
  form.append(field);
  document.body.append(form);
  form.submit();
}
