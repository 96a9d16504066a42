// Texts of the result card, the player and the download panel.
import type { ContentType, PostPlatform } from './contract/content-type.ts';
import type { Post } from './contract/preview.ts';

/** Sentences about downloads that are prescribed letter for letter. */
export const SAVE_MESSAGES = {
  noDownloadUrl: 'No download URL available',
  downloadCompleted: 'Download completed successfully!',
  downloadFailed: 'Download failed. Please try again.',
} as const;

/** Returns 'Download failed: ' followed by the reason. */
export const downloadFailedBecause = (reason: string): string => `Download failed: ${reason}`;

/** Reasons for 'Download failed: …' when files go to a folder the visitor chose. */
export const SAVE_FAILURES = {
  folderRefused: 'your browser does not let this page write to the folder.',
  folderFull: 'there is not enough space for the file.',
  folderUnwritable: 'the file could not be written to the folder.',
} as const;

/** Texts of the download panel. */
export const SAVE_TEXT = {
  progressGroup: 'Download progress',
  preparing: 'Preparing',
  sizeUnknown: 'Total size unknown',
  waiting: 'Waiting for the network',
  paused: 'Paused',
  lost: 'Connection lost, trying again',
  busy: 'The server is busy, trying again',
  offline: "You're offline. The download continues when you're back.",
  saved: 'Saved to your device',
  readyToSave: 'Ready to save',
  handedOver: 'Your browser is saving the file',
  handedOverHint: "You can see its progress in your browser's downloads.",
  checkDownloads: "Check your browser's downloads. Your browser may ask before it saves several files.",
  tenPerPress: 'Your browser saves ten files at a time.',
  restCancelled: 'You cancelled the rest.',
  noFolder: 'No folder was chosen. Nothing was saved.',
  opened: "Opened in a new tab. Use your browser's save option there.",
  blocked: 'Your browser blocked the new tab.',
  openFile: 'Open the file',
  showHow: 'Show me how',
  howOnComputer: 'On a computer: right-click the video or photo, then choose Save as.',
  howOnPhone: 'On a phone: press and hold it, then choose Save or Download.',
  cancelled: 'Download cancelled',
  cancelledByPreview: 'Download cancelled because you opened another preview.',
  started: 'Download started',
  hasPaused: 'Download paused',
  goesOn: 'Download resumed',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  stopHere: 'Stop here',
  retry: 'Retry',
  close: 'Close',
  saveToPhotos: 'Save to Photos',
  share: 'Share',
  largeFile: 'This file is over 100 MB, so it may be slow.',
  largeFiles: 'These files are over 100 MB in total, so it may be slow.',
} as const;

/** Buttons of the row that offers to install the page as an app. */
export const INSTALL_TEXT = { add: 'Add', notNow: 'Not now' } as const;
export const installText = {
  offer: (title: string): string => `Add ${title} to your home screen to share links straight to it.`,
  onApple: (title: string): string =>
    `Add ${title} to your home screen: choose Share, then Add to Home Screen.`,
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Texts of the download panel that contain numbers or names. */
export const saveText = {
  downloading: (what: string): string => `Downloading ${what}`,
  percent: (percent: number): string => `${percent} percent`,
  left: (progress: string, time: string): string => `${progress}, ${time} left`,
  lostFor: (seconds: number): string => `Connection lost, trying again in ${seconds} s`,
  busyFor: (seconds: number): string => `The server is busy, trying again in ${seconds} s`,
  pausedAt: (progress: string): string => `${progress}, paused`,
  stoppedAt: (progress: string): string => `Stopped at ${progress}`,
  files: (file: number, files: number): string => `${file} of ${files} files`,
  handed: (handed: number, files: number): string => `${handed} of ${files} files sent to your browser`,
  inFolder: (saved: number, files: number, folder: string): string =>
    `${saved} of ${files} files saved to the folder “${folder}”`,
  handedToo: (handed: number): string =>
    handed === 1 ? '1 large file sent to your browser.' : `${handed} large files sent to your browser.`,
  inZips: (zips: number, separate = 0): string => {
    const parts = [counted(zips, 'ZIP file', 'ZIP files')];
    if (separate > 0) parts.push(counted(separate, 'separate file', 'separate files'));
    return `In ${parts.join(' and ')}.`;
  },
  failedFiles: (failed: number): string => (failed === 1 ? '1 file failed.' : `${failed} files failed.`),
  saveNext: (count: number): string => (count === 1 ? 'Save the next one' : `Save the next ${count}`),
  savingAs: (filename: string): string => `Saving as ${filename}`,
};

/** Texts of the result card. */
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

/** Names of the media in a post: the singular and the plural. */
export const KIND_NAMES = {
  photo: ['photo', 'photos'],
  video: ['video', 'videos'],
  audio: ['sound', 'sounds'],
  file: ['file', 'files'],
} as const;
export type KindName = keyof typeof KIND_NAMES;

/** Names of a post with one file, by platform and tab. `sound` is for an audio file, which has no tab. */
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
} as const satisfies Record<PostPlatform, Record<ContentType | 'sound', string>>;

/** Returns a duration for screen readers: '42 seconds'. */
export const spokenSeconds = (seconds: number): string =>
  `${String(seconds)} ${seconds === 1 ? 'second' : 'seconds'}`;

/** Names of a post with several files. */
const POST_SET_NAMES = {
  instagram: 'Instagram post',
  tiktok: 'TikTok post',
  sample: 'Sample post',
} as const satisfies Record<PostPlatform, string>;

/** Returns the name of a post's kind: 'Instagram reel', 'Sample sound', 'Instagram post'. */
export function postName({ platform, type, items }: Pick<Post, 'platform' | 'type' | 'items'>): string {
  if (items.length > 1) return POST_SET_NAMES[platform];
  return POST_NAMES[platform][items[0]?.kind === 'audio' ? 'sound' : type];
}

/** Texts of the result card that contain numbers or names. */
export const resultText = {
  count: (count: number, kind: KindName): string => counted(count, KIND_NAMES[kind][0], KIND_NAMES[kind][1]),
  choose: (kind: KindName): string => `Choose ${KIND_NAMES[kind][1]}`,
  selected: (chosen: number, all: number): string => `${chosen} of ${all} selected`,
  thumb: (kind: KindName, position: number, selected: boolean): string =>
    `${kind === 'audio' ? 'Sound' : kind === 'video' ? 'Video' : 'Photo'} ${position}, ${selected ? 'selected' : 'not selected'}`,
  qualityOf: (kind: KindName, position: number): string => `Quality of ${KIND_NAMES[kind][0]} ${position}`,
  showAll: (count: number): string => `Show all ${count}`,
  original: (extension: string): string => `${extension}, original size`,
  perPress: (legend: string): string => `${legend}. Ten at a time`,
  zips: (count: number, sizesKnown: boolean): string =>
    sizesKnown ? `${count} ZIP files` : `About ${count} ZIP files`,
  withoutLarge: (legend: string, large: number): string =>
    `${legend}. ${counted(large, 'file over 200 MB comes', 'files over 200 MB come')} separately`,
  download: (what: string, size: string): string => `Download ${what}, ${size}`,
  /** Joins counts into a phrase: '2 photos, 1 video and 1 sound'. */
  together: (parts: readonly string[]): string =>
    parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`,
  downloadMany: (what: string): string => `Download ${what}`,
  fewerItems: (read: number, stated: number): string =>
    `Only ${read} of the ${stated} items of this post could be read.`,
  credit: (handle: string): string => `For personal use. Credit ${handle} when you share.`,
};

/** Texts of the player and the photo viewer. */
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

/** Texts of the player that contain numbers or names. */
export const playerText = {
  by: (kind: 'Video' | 'Sound' | 'Photo', handle: string | null): string =>
    handle === null ? kind : `${kind} by ${handle}`,
  secondsOf: (at: number, duration: number): string => `${counted(at, 'second', 'seconds')} of ${duration}`,
  position: (position: number, all: number): string => `${position} of ${all}`,
};
