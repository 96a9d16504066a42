/** Texts of the link form. */
export const linkForm = {
  label: 'Instagram or TikTok link',
  placeholder: 'Paste a post link',
  hint: 'Works with public posts, reels and photo sets.',
  paste: 'Paste',
  pasteName: 'Paste link and fetch preview',
  clear: 'Clear link',
  submit: 'Fetch preview',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Your link is still in the box.',
  loading: 'Usually takes two seconds.',
  loadingSlow: 'Still working. Some posts take longer.',
  /** Shown for a story while no engine of the site can read stories. */
  storyUnreadable: "Instagram shows stories only to people who are signed in, so this site can't read them.",
  /** Follows the prescribed sentence if the link leads to a profile or to a platform's start page. */
  noPost: 'Open the post itself, then choose Share and Copy link.',
  clipboardEmpty: 'No link found on your clipboard.',
  clipboardRefused: 'Press and hold the field, then choose Paste.',
  /** Shown for a dropped file without a link, or one that is no text. */
  fileWithoutLink: 'No link found in that file.',
  offline: "You're offline. We'll keep your link here until you're back.",
  /** Replaces `offline` while the field is empty. */
  offlineEmpty: "You're offline. Paste a link when you're back.",
  online: "You're back online",
  types: 'What are you saving?',
  samples: 'Or try a sample:',
  'sampleNames.clip': 'a clip',
  'sampleNames.set': 'a photo set',
  'sampleNames.sound': 'a sound',
  'typeNames.video': 'Video',
  'typeNames.reels': 'Reels',
  'typeNames.story': 'Story',
  'typeNames.photos': 'Photos',

  /** Label of the submit button while visitors must wait. */
  tryAgainSeconds: 'Try again in {seconds} s',
  tryAgainMinutes: 'Try again in {minutes} min',
} as const;
