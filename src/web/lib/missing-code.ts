import { sitePath } from '#shared/base-path.ts';
import { SHARE_FIELDS, SHARE_PATH } from '#shared/sharing.ts';

let hasFailed = false;
const failedStyles = new Set<HTMLLinkElement>();
let reloading: Promise<unknown> = Promise.resolve();

/** Records from now on that a file of the page's code could not be loaded. Vite's loader dispatches the first event. */
export function watchMissingCode(): void {
  addEventListener('vite:preloadError', () => {
    hasFailed = true;
  });
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // The error of a file does not bubble.
  addEventListener('error', onError, { capture: true });
}

const reload = (failed: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = failed.cloneNode() as HTMLLinkElement;
    Object.assign(link, { onload: resolve, onerror: reject });
    failed.replaceWith(link);
    failedStyles.delete(failed);
  });

/**
 * Loads a part of the page's code. Resolves to null if it cannot be loaded. First requests style sheets again that could not be loaded
 * before, because Vite's loader requests each of them once.
 */
export function loadPart<T>(load: () => Promise<T>): Promise<T | null> {
  reloading = reloading.catch(() => undefined).then(() => Promise.all([...failedStyles].map(reload)));
  return reloading.then(load).catch(() => null);
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
