/** Returns whether the device is an iPhone, iPad or iPod. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/u.test(navigator.userAgent) ||
  // An iPad requests desktop pages and identifies itself as a Mac; no Mac has a touch screen.
  (/Macintosh/u.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Returns whether the main pointing device is coarse, such as a finger. */
export const isTouched = (): boolean => window.matchMedia('(pointer: coarse)').matches;

const MB = 1024 * 1024;
/** Chromium's Web Share refuses more; others state no limit, and these are the ones with which no failure is known. */
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

/** Returns whether to offer the share sheet for this file: only on touch devices that can share it. */
export const canOfferShare = (file: File): boolean =>
  isTouched() && (navigator.canShare?.({ files: [file] }) ?? false);

/** What the share sheet does with a set: it saves it to the phone's photos, or passes it to an app. */
export type SetShareSheet = 'photos' | 'app';

/** Returns what the share sheet does with a set of pictures and clips; null on devices without touch and where it takes no picture. */
export function shareSheetForSets(): SetShareSheet | null {
  const probe = new File([' '], 'photo.jpg', { type: 'image/jpeg' });
  if (!isTouched() || !canShareFiles([probe])) return null;
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

/** Returns whether the share sheet can save to the phone's photos: only for images and videos on iOS. */
export const sharesToPhotos = ({ type }: Blob): boolean => isApplePhone() && /^(?:image|video)\//u.test(type);

/** How the share sheet ended. `closed`: the visitor closed it. `refused`: it did not open or failed. */
export type SheetEnd = 'shared' | 'closed' | 'refused';

/** Opens the share sheet. Must be called soon after a click, before any other wait. Never rejects. */
export async function shareFiles(files: readonly File[]): Promise<SheetEnd> {
  try {
    await navigator.share({ files: [...files] });
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'closed' : 'refused';
  }
}
