import type { ErrorCode, FailureReason } from './errors.ts';

/** Sentences the specification fixes letter for letter (sections 4, 5 and 8), keyed by what they say. */
export const MESSAGES = {
  urlRequired: 'Please enter an Instagram or TikTok URL',
  urlInvalid: 'Please enter a valid Instagram or TikTok URL',
  urlFormat: 'Invalid Instagram/TikTok URL format',
  validating: 'Validating URL...',
  fetching: 'Fetching Preview...',

  private: 'This post is private or restricted. Only public posts can be downloaded.',
  gone: 'Post not found. The video may have been deleted or the URL is incorrect.',
  rateLimited: 'Rate limit exceeded. Please try again later.',
  networkApi: 'Network error: Unable to connect to API. Please check your internet connection.',
  networkFetch: 'Network error: Unable to fetch data. Please check your internet connection and try again.',
  noMedia: 'No media URLs found in response. Please check if the post contains downloadable content.',
  noDownloadUrl: 'No download URL available',

  errorHeadline: 'Oops! Something went wrong',
  tryAgain: 'Try Again',
  previewLoaded: 'Video preview loaded successfully!',
  downloadCompleted: 'Download completed successfully!',
  downloadFailed: 'Download failed. Please try again.',

  loginUserNotFound: 'No account found with this email.',
  loginWrongPassword: 'Incorrect password.',
  invalidEmail: 'Invalid email address.',
  loginTooManyRequests: 'Too many failed attempts. Please try again later.',
  loginFailed: 'Login failed. Please try again.',
  loginSuccessful: 'Login successful!',
  signupEmailInUse: 'An account with this email already exists.',
  signupWeakPassword: 'Password is too weak.',
  signupSuccessful: 'Account created successfully!',
  passwordsDoNotMatch: 'Passwords do not match',
  passwordTooShort: 'Password must be at least 6 characters',
  logoutSuccessful: 'Logged out successfully',
  logoutFailed: 'Logout failed',

  settingsSaveFailed: 'Failed to save settings. Please try again.',
  changesSaveFailed: 'Failed to save changes. Please try again.',
  contentSaved: 'Content saved successfully!',
  logoNotAnImage: 'Please select a valid image file',
  logoTooLarge: 'Image size must be less than 5MB',
  socialLinkRequired: 'Please select a platform and enter a URL',
  socialLinkInvalid: 'Please enter a valid URL',
  socialLinkDuplicate: 'This platform is already added',
  socialLinksEmpty: 'No social links added yet',

  maintenanceHeadline: "We'll Be Right Back",
} as const;

/** 'Failed to fetch video: {message}' (specification section 8, "Any other"). */
export const fetchFailed = (reason: FailureReason): string =>
  `Failed to fetch video: ${FAILURE_REASONS[reason]}`;

/** 'Download failed: …' (specification section 8, raised by the saving service). */
export const downloadFailedBecause = (reason: string): string => `Download failed: ${reason}`;

/** 'Error saving content: ' followed by the reason (specification section 8). */
export const contentSaveFailed = (reason: string): string => `Error saving content: ${reason}`;

export const FAILURE_REASONS: Readonly<Record<FailureReason, string>> = {
  page_unreadable: "the platform's page has changed and could not be read.",
  page_refused: 'the platform refused to show the post to this server.',
  region: "the post is not available in this server's region.",
  provider_key: "the extraction provider rejected this server's key.",
  provider_answer: 'the extraction provider gave an answer that could not be read.',
  upstream_error: 'the platform answered with an error.',
  upstream_timeout: 'the platform took too long to answer.',
  address_unsupported: 'this kind of link cannot be read by this server.',
  short_link_dead: 'the short link does not lead to a post.',
  story_needs_session: 'stories are only shown to signed-in people.',
  no_engine: 'no way of reading posts is set up on this server.',
};

/** The `title` of a problem answer: a short name of the kind of error. */
export const ERROR_TITLES: Readonly<Record<ErrorCode, string>> = {
  link_invalid: 'Bad link',
  body_invalid: 'Bad request body',
  private: 'Private or restricted',
  gone: 'Post not found',
  route_unknown: 'No such route',
  ticket_invalid: 'Unknown media link',
  method_not_allowed: 'Method not allowed',
  ticket_expired: 'Media link expired',
  body_too_large: 'Body too large',
  body_type_unsupported: 'Unsupported body type',
  range_unsatisfiable: 'Range not satisfiable',
  host_foreign: 'Foreign host',
  no_media: 'Nothing to download',
  rate_limited: 'Too many requests',
  internal: 'Internal error',
  network: 'Upstream unreachable',
  failed: 'Fetch failed',
  media_failed: 'Transfer failed',
  redirect_unavailable: 'No direct link',
  overloaded: 'Overloaded',
};

/** The `detail` of a problem answer: the specification's sentence where it has one, else ours. */
export const ERROR_DETAILS: Readonly<Record<Exclude<ErrorCode, 'failed'>, string>> = {
  link_invalid: MESSAGES.urlFormat,
  body_invalid: 'The request body is not what this call expects.',
  private: MESSAGES.private,
  gone: MESSAGES.gone,
  route_unknown: "This page isn't here.",
  ticket_invalid: 'This media link is not one of ours.',
  method_not_allowed: 'This call does not take that method.',
  ticket_expired: 'This media link has expired. Fetch the preview again.',
  body_too_large: 'The request body is too large.',
  body_type_unsupported: 'Send the request body as application/json.',
  range_unsatisfiable: 'The requested range lies outside the file.',
  host_foreign: 'This server does not answer for that host name.',
  no_media: MESSAGES.noMedia,
  rate_limited: MESSAGES.rateLimited,
  internal: 'Something went wrong on this server.',
  network: MESSAGES.networkApi,
  media_failed: MESSAGES.downloadFailed,
  redirect_unavailable: 'This file cannot be opened on the platform itself.',
  overloaded: 'This server is busy. Please try again in a moment.',
};

/** What the recognition line under the link field says. */
export const LINK_LABELS = {
  post: 'Instagram post',
  reel: 'Instagram reel',
  tv: 'Instagram video',
  story: 'Instagram story',
  highlight: 'Instagram story',
  video: 'TikTok video',
  photo: 'TikTok photos',
} as const;

/** The same for a short link or share token, which names its platform but not yet what it leads to. */
export const SHARE_LINK_LABELS = { instagram: 'Instagram link', tiktok: 'TikTok link' } as const;

/** The same for the built-in sample posts, by the name of their door. */
export const SAMPLE_LABELS = { clip: 'Sample clip', set: 'Sample set', sound: 'Sample sound' } as const;

/** What the link form says beside the sentences above. */
export const LINK_FORM = {
  label: 'Instagram or TikTok link',
  placeholder: 'Paste a post link',
  hint: "Works with any public Instagram or TikTok post. Private accounts can't be downloaded.",
  paste: 'Paste',
  pasteName: 'Paste link and fetch preview',
  clear: 'Clear link',
  submit: 'Fetch preview',
  cancel: 'Cancel',
  cancelled: 'Cancelled. Your link is still in the box.',
  loading: 'Usually takes two seconds.',
  loadingSlow: 'Still working. Some posts take longer.',
  clipboardEmpty: 'No link found on your clipboard.',
  clipboardRefused: 'Press and hold the field, then choose Paste.',
  offline: "You're offline. We'll keep your link here until you're back.",
  online: "You're back online",
  types: 'What are you saving?',
  worksWith: 'Works with',
  samples: 'Or try a sample:',
  sampleNames: { clip: 'a clip', set: 'a photo set', sound: 'a sound' },
} as const;

export const TYPE_NAMES = { video: 'Video', reels: 'Reels', story: 'Story', photos: 'Photos' } as const;

/** The submit button while the platform asked us to wait. */
export const tryAgainIn = (seconds: number): string => `Try again in ${String(seconds)} s`;

/** The line under the sentence of the error panel: what the visitor can do about it. */
export const ERROR_HELP = {
  private: "Open it in a private window. If you can't see it there, we can't either.",
  gone: "Copy the link again from the app's Share menu. Stories vanish after about 24 hours.",
  rateLimited: 'Wait a minute, then try again.',
  network: 'Check your connection. Your link is still in the box.',
  noMedia: "If the post is text only or still processing, there's nothing to save yet.",
  failed: 'If it keeps happening, copy the link again or try another post.',
} as const;

/** The public page around the flow. */
export const PAGE = {
  titleTail: 'download Instagram and TikTok videos and photos',
  description:
    'Paste a public Instagram or TikTok link, preview it, pick a quality and save the file. Free, no account, no watermark, nothing stored.',
  skip: 'Skip to the link form',
  headline: 'Paste the link. Keep\u00a0the\u00a0file.',
  subtitle: 'Save public Instagram and TikTok posts in the best quality available. No account, no watermark.',
  notFound: "This page isn't here",
  preview: 'Preview',
  navigation: 'Main',
  links: { home: 'Home', howItWorks: 'How it works', faqs: 'FAQs', contact: 'Contact' },
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  download: 'Download',
  useDark: 'Use dark theme',
  useLight: 'Use light theme',
  features: [
    { title: 'High Quality', text: 'Up to 1080p, with the size shown before you commit.' },
    { title: 'Fast & Secure', text: 'An encrypted connection, and no trace of what you saved.' },
    { title: 'Easy to Use', text: 'One field and one button, the same on a phone or a laptop.' },
  ],
  contact: 'Contact:',
  disclaimer:
    'For personal use only. Not affiliated with Instagram, TikTok or their parent companies. Give credit to the creator.',
} as const;

export const noScriptLine = (title: string): string => `${title} needs JavaScript to build the preview.`;

/** The copyright line of the footer. */
export const copyrightLine = (year: number, title: string): string =>
  `\u00a9 ${String(year)} ${title}. All rights reserved.`;

export const NOTICES = {
  region: 'Notices',
  dismiss: 'Dismiss notice',
  showFewer: 'Show fewer',
  showAll: (count: number): string => `Show all ${String(count)}`,
} as const;

/** What a row of the quality list says under its label (specification section 2, "Quality legend"). */
export const QUALITY_LEGENDS = {
  best: 'Best quality, larger file',
  balanced: 'Balanced',
  small: 'Smaller and faster',
  audio: 'Sound only',
  audioAtRate: 'Sound only, 128 kbps',
} as const;

/** The specification's label of a 128kbps sound file (section 9). */
export const AUDIO_LABEL = 'Audio (MP3)';

/** Words around measured amounts. */
export const sizeAbout = (size: string): string => `about ${size}`;
export const amountOf = (received: string, total: string): string => `${received} of ${total}`;
export const perSecond = (size: string): string => `${size}/s`;
export const timeLeft = (minutes: number, seconds: number): string =>
  minutes === 0
    ? `${seconds} s left`
    : seconds === 0
      ? `${minutes} min left`
      : `${minutes} min ${seconds} s left`;
export const spokenAmount = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;

/** What kind of post is on show, by platform and tab. */
export const POST_NAMES = {
  instagram: {
    video: 'Instagram video',
    reels: 'Instagram reel',
    story: 'Instagram story',
    photos: 'Instagram photos',
  },
  tiktok: { video: 'TikTok video', reels: 'TikTok video', story: 'TikTok story', photos: 'TikTok photos' },
  sample: { video: 'Sample video', reels: 'Sample video', story: 'Sample story', photos: 'Sample photos' },
} as const;

/** A length for screen readers. */
export const spokenSeconds = (seconds: number): string =>
  `${String(seconds)} ${seconds === 1 ? 'second' : 'seconds'}`;
