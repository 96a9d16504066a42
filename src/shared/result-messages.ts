// Sentences of the result card, the player and the download panel (brief 4.4).
import type { Post } from './contract/preview.ts';

/** Of saving, as the specification fixes them letter for letter (sections 5 and 8). */
export const SAVE_MESSAGES = {
  noDownloadUrl: 'No download URL available',
  downloadCompleted: 'Download completed successfully!',
  downloadFailed: 'Download failed. Please try again.',
} as const;

/** 'Download failed: …' (specification section 8, raised by the saving service). */
export const downloadFailedBecause = (reason: string): string => `Download failed: ${reason}`;

/** Reasons of our own for 'Download failed: …'. */
export const SAVE_FAILURES = {
  folderRefused: 'your browser does not let this page write to the folder.',
  folderFull: 'there is not enough space for the file.',
  folderUnwritable: 'the file could not be written to the folder.',
} as const;

/** What the download panel says. */
export const SAVE_TEXT = {
  progressGroup: 'Download progress',
  preparing: 'Preparing',
  sizeUnknown: 'Total size unknown',
  waiting: 'Waiting for the network',
  paused: 'Paused',
  lost: 'Connection lost, trying again',
  busy: 'The server is busy, trying again',
  offline: "You're offline. It goes on when you're back.",
  saved: 'Saved to your device',
  readyToSave: 'Ready to save',
  handedOver: 'Your browser is saving the file',
  handedOverHint: 'Its progress is in the browser itself.',
  checkDownloads: "Check your browser's downloads: it may ask before it saves several files.",
  tenPerPress: 'Your browser takes ten files for each press.',
  restCancelled: 'You cancelled the rest.',
  noFolder: 'No folder was chosen. Nothing was saved.',
  opened: "Opened in a new tab. Use your browser's save option there.",
  blocked: 'Your browser blocked the new tab.',
  openFile: 'Open the file',
  showHow: 'Show me how',
  howOnComputer: 'On a computer: right-click the video or photo, then choose Save as.',
  howOnPhone: 'On a phone: press and hold it, then choose Save or Download.',
  cancelled: 'Download cancelled',
  cancelledByPreview: 'Download cancelled, because you opened another preview.',
  started: 'Download started',
  hasPaused: 'Download paused',
  goesOn: 'Download goes on',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  stopHere: 'Stop here',
  retry: 'Retry',
  close: 'Close',
  saveToPhotos: 'Save to Photos',
  share: 'Share',
  largeFile: 'This file is over 100 MB, so it may be slow.',
  largeFiles: 'These files are over 100 MB together, so it may be slow.',
} as const;

/** The quiet row that offers the page as an app. */
export const INSTALL_TEXT = { add: 'Add', notNow: 'Not now' } as const;
export const installText = {
  offer: (title: string): string => `Add ${title} to your home screen to share links straight to it.`,
  onApple: (title: string): string =>
    `Add ${title} to your home screen: choose Share, then Add to Home Screen.`,
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The same with numbers or names in it. */
export const saveText = {
  downloading: (what: string): string => `Downloading ${what}`,
  percent: (percent: number): string => `${percent} percent`,
  left: (progress: string, time: string): string => `${progress}, ${time} left`,
  lostFor: (seconds: number): string => `Connection lost, trying again in ${seconds} s`,
  busyFor: (seconds: number): string => `The server is busy, trying again in ${seconds} s`,
  pausedAt: (progress: string): string => `${progress}, paused`,
  stoppedAt: (progress: string): string => `Stopped at ${progress}`,
  files: (file: number, files: number): string => `${file} of ${files} files`,
  handed: (handed: number, files: number): string => `${handed} of ${files} files handed to your browser`,
  inFolder: (saved: number, files: number, folder: string): string =>
    `${saved} of ${files} files saved to the folder “${folder}”`,
  handedToo: (handed: number): string =>
    handed === 1 ? '1 large file handed to your browser.' : `${handed} large files handed to your browser.`,
  inZips: (zips: number, separate = 0): string => {
    const parts = [counted(zips, 'ZIP file', 'ZIP files')];
    if (separate > 0) parts.push(counted(separate, 'separate file', 'separate files'));
    return `In ${parts.join(' and ')}.`;
  },
  failedFiles: (failed: number): string => (failed === 1 ? '1 file failed.' : `${failed} files failed.`),
  saveNext: (count: number): string => (count === 1 ? 'Save the next one' : `Save the next ${count}`),
  savingAs: (filename: string): string => `Saving as ${filename}`,
};

/** What the result card says. */
export const RESULT_TEXT = {
  openOriginal: 'Open the original post',
  copyCaption: 'Copy caption',
  captionCopied: 'Caption copied',
  captionNotCopied: 'The caption could not be copied.',
  quality: 'Quality',
  qualityHint: 'Larger files look sharper',
  noSound: 'No sound',
  notChecked: 'Could not be checked',
  dataSaver: 'Data saver is on',
  selectAll: 'Select all',
  clearSelection: 'Clear selection',
  saveAs: 'Save as',
  separateFiles: 'Separate files',
  oneZip: 'One ZIP file',
  toFolder: 'Save to a folder',
  originalSize: 'Original size',
  zipHint: 'Best on a computer',
  zipParts: 'Up to 200 MB each',
  zipTooLarge: 'Over 200 MB each, too large for a ZIP',
  folderHint: 'All at once, into a folder you choose',
  chooseOne: 'Choose at least one photo',
  personalUse: 'For personal use. Credit the creator when you share.',
} as const;

/** Names of what a post holds: the singular and the plural. */
export const KIND_NAMES = {
  photo: ['photo', 'photos'],
  video: ['video', 'videos'],
  audio: ['sound', 'sounds'],
  file: ['file', 'files'],
} as const;
export type KindName = keyof typeof KIND_NAMES;

/** What a post of one file is called, by its platform and its tab; `sound` is the one that no tab names. */
const POST_NAMES = {
  instagram: {
    video: 'Instagram video',
    reels: 'Instagram reel',
    story: 'Instagram story',
    photos: 'Instagram photo',
    sound: 'Instagram sound',
  },
  tiktok: {
    video: 'TikTok video',
    reels: 'TikTok video',
    story: 'TikTok story',
    photos: 'TikTok photo',
    sound: 'TikTok sound',
  },
  sample: {
    video: 'Sample video',
    reels: 'Sample video',
    story: 'Sample story',
    photos: 'Sample photo',
    sound: 'Sample sound',
  },
} as const;

/** A length for screen readers. */
export const spokenSeconds = (seconds: number): string =>
  `${String(seconds)} ${seconds === 1 ? 'second' : 'seconds'}`;

/** What a post of several files is called. */
const POST_SET_NAMES = {
  instagram: 'Instagram post',
  tiktok: 'TikTok post',
  sample: 'Sample post',
} as const;

/** What kind of post is on show: 'Instagram reel', 'Sample sound', 'Instagram post'. */
export function postName({ platform, type, items }: Pick<Post, 'platform' | 'type' | 'items'>): string {
  if (items.length > 1) return POST_SET_NAMES[platform];
  return POST_NAMES[platform][items[0]?.kind === 'audio' ? 'sound' : type];
}

/** The same with numbers or names in it. */
export const resultText = {
  count: (count: number, kind: KindName): string => counted(count, KIND_NAMES[kind][0], KIND_NAMES[kind][1]),
  choose: (kind: KindName): string => `Choose ${KIND_NAMES[kind][1]}`,
  selected: (chosen: number, all: number): string => `${chosen} of ${all} selected`,
  thumb: (kind: KindName, position: number, selected: boolean): string =>
    `${kind === 'audio' ? 'Sound' : kind === 'video' ? 'Video' : 'Photo'} ${position}, ${selected ? 'selected' : 'not selected'}`,
  qualityOf: (kind: KindName, position: number): string => `Quality of ${KIND_NAMES[kind][0]} ${position}`,
  showAll: (count: number): string => `Show all ${count}`,
  original: (extension: string): string => `${extension}, original size`,
  perPress: (legend: string): string => `${legend}. Ten for each press`,
  zips: (count: number, sizesKnown: boolean): string =>
    sizesKnown ? `${count} ZIP files` : `About ${count} ZIP files`,
  withoutLarge: (legend: string, large: number): string =>
    `${legend}. ${counted(large, 'file over 200 MB comes', 'files over 200 MB come')} separately`,
  download: (what: string, size: string): string => `Download ${what}, ${size}`,
  /** '2 photos, 1 video and 1 sound'. */
  together: (parts: readonly string[]): string =>
    parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`,
  downloadMany: (what: string): string => `Download ${what}`,
  fewerItems: (read: number, stated: number): string =>
    `Only ${read} of the ${stated} items of this post could be read.`,
  credit: (handle: string): string => `For personal use. Credit ${handle} when you share.`,
};

/** What the player and the photo stage say. */
export const PLAYER_TEXT = {
  play: 'Play',
  pause: 'Pause',
  restart: 'Restart',
  mute: 'Mute',
  unmute: 'Unmute',
  tapForSound: 'Tap for sound',
  seek: 'Seek',
  fullScreen: 'Full screen',
  exitFullScreen: 'Exit full screen',
  loading: 'Loading the video',
  cannotPlay: "The preview can't play here, but the download may still work.",
  photoUnavailable: 'Photo unavailable',
  viewFullScreen: 'View the photo full screen',
  closeFullScreen: 'Close full screen',
  previous: 'Previous',
  next: 'Next',
} as const;

/** The same with numbers or names in it. */
export const playerText = {
  by: (kind: 'Video' | 'Sound' | 'Photo', handle: string | null): string =>
    handle === null ? kind : `${kind} by ${handle}`,
  secondsOf: (at: number, duration: number): string => `${counted(at, 'second', 'seconds')} of ${duration}`,
  position: (position: number, all: number): string => `${position} of ${all}`,
};
