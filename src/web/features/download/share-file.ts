const asFile = (blob: Blob, filename: string): File => new File([blob], filename, { type: blob.type });

/** Whether this is an iPhone or iPad. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/u.test(navigator.userAgent) ||
  // An iPad asks for desktop pages and calls itself a Mac; no Mac has a touch screen.
  (/Macintosh/u.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const canShareFile = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false;

/** Whether the share sheet is offered for this file: touch devices that can take it (brief section 5). */
export const canOfferShare = (blob: Blob, filename: string): boolean =>
  window.matchMedia('(pointer: coarse)').matches && canShareFile(asFile(blob, filename));

/** In an app installed on iOS a download link leaves the visitor on a page without a way back. */
export const mustShare = (file: File): boolean =>
  isApplePhone() && window.matchMedia('(display-mode: standalone)').matches && canShareFile(file);

/** Whether the sheet leads to the phone's photos, which only pictures and clips on iOS do. */
export const sharesToPhotos = (blob: Blob): boolean =>
  isApplePhone() && /^(?:image|video)\//u.test(blob.type);

/**
 * Opens the share sheet; must be called inside a press. Gives false when the sheet failed and the file should be
 * saved another way. Closing the sheet is no failure.
 */
export async function shareFile(blob: Blob, filename: string): Promise<boolean> {
  try {
    await navigator.share({ files: [asFile(blob, filename)] });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
