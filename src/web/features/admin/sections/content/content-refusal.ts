import { CONTENT_SECTION } from '#shared/content-messages.ts';
import { CONTENT_CLEAN_MAX_BYTES } from '#shared/limits.ts';

const KIBIBYTE = 1_024;

/** Returns why a text is too long to be saved; null if it is not. */
export const contentRefusal = (html: string): string | null => {
  const bytes = new TextEncoder().encode(html).length;
  return bytes > CONTENT_CLEAN_MAX_BYTES
    ? CONTENT_SECTION.tooLarge(Math.ceil(bytes / KIBIBYTE), CONTENT_CLEAN_MAX_BYTES / KIBIBYTE)
    : null;
};
