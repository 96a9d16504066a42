/** Returns whether the device is an iPhone, iPad or iPod. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/u.test(navigator.userAgent) ||
  // An iPad requests desktop pages and identifies itself as a Mac; no Mac has a touch screen.
  (/Macintosh/u.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Returns whether the main pointing device is coarse, such as a finger. */
export const isTouchDevice = (): boolean => window.matchMedia('(pointer: coarse)').matches;

const MB = 1024 * 1024;
/**
 * Maximum number and total size in bytes of the files for one share sheet. Chromium refuses more than `other`. Apple states no limits; no
 * failure within `apple` is known.
 */
const SHEET_LIMITS = {
  apple: { files: 200, bytes: 200 * MB },
  other: { files: 10, bytes: 50 * MB },
} as const;

/** Returns whether the share sheet accepts these files together: their kinds, their number and their total size. */
export function canShareFiles(files: readonly File[]): boolean {
  const limit = SHEET_LIMITS[isApplePhone() ? 'apple' : 'other'];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > limit.files || bytes > limit.bytes) return false;
  return navigator.canShare?.({ files: [...files] }) ?? false;
}

/** Returns whether to offer the share sheet for this file: only on a touch device that can share the file. */
export const canOfferShare = (file: File): boolean =>
  isTouchDevice() && (navigator.canShare?.({ files: [file] }) ?? false);

/** Where the share sheet puts the files of a set: into the phone's photos, or into an app. */
export type ShareDestination = 'photos' | 'app';

/**
 * Returns where the share sheet puts a set of pictures and clips; null on a device without touch, or if the share sheet takes no picture.
 */
export function shareDestinationOfSets(): ShareDestination | null {
  const probe = new File([' '], 'photo.jpg', { type: 'image/jpeg' });
  if (!isTouchDevice() || !canShareFiles([probe])) return null;
  return isApplePhone() ? 'photos' : 'app';
}

/**
 * Returns whether the file must be shared instead of downloaded: in an app installed on iOS, a download link opens a
 * page without a way back.
 */
export const mustShare = (file: File): boolean =>
  isApplePhone() &&
  window.matchMedia('(display-mode: standalone)').matches &&
  (navigator.canShare?.({ files: [file] }) ?? false);

/** Returns whether the share sheet can save the file to the phone's photos: only images and videos on iOS. */
export const sharesToPhotos = ({ type }: Blob): boolean => isApplePhone() && /^(?:image|video)\//u.test(type);

/** How the share sheet ended. `closed`: the visitor closed it. `refused`: it did not open or failed. */
export type SheetEnd = 'shared' | 'closed' | 'refused';

/**
 * Opens the share sheet with these files and resolves with how it ended. Must be called soon after a click, before any other wait. Never
 * rejects.
 */
export async function shareFiles(files: readonly File[]): Promise<SheetEnd> {
  try {
    await navigator.share({ files: [...files] });
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'refused';
  }
}
