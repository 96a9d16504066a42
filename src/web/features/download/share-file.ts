const asFile = (blob: Blob, filename: string): File => new File([blob], filename, { type: blob.type });

/** Returns whether the device is an iPhone, iPad or iPod. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/u.test(navigator.userAgent) ||
  // An iPad requests desktop pages and identifies itself as a Mac; no Mac has a touch screen.
  (/Macintosh/u.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const canShareFile = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false;

/** Returns whether to offer the share sheet for this file: only on touch devices that can share it. */
export const canOfferShare = (blob: Blob, filename: string): boolean =>
  window.matchMedia('(pointer: coarse)').matches && canShareFile(asFile(blob, filename));

/**
 * Returns whether the file must be shared instead of downloaded: in an app installed on iOS, a download link opens a
 * page without a way back.
 */
export const mustShare = (file: File): boolean =>
  isApplePhone() && window.matchMedia('(display-mode: standalone)').matches && canShareFile(file);

/** Returns whether the share sheet can save to the phone's photos: only for images and videos on iOS. */
export const sharesToPhotos = (blob: Blob): boolean =>
  isApplePhone() && /^(?:image|video)\//u.test(blob.type);

/**
 * Opens the share sheet; must be called inside a click handler. Resolves with false if the sheet failed and the file
 * should be saved another way. Closing the sheet is not a failure.
 */
export async function shareFile(blob: Blob, filename: string): Promise<boolean> {
  try {
    await navigator.share({ files: [asFile(blob, filename)] });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
