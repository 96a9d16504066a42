// Texts of the public page's first script. Texts that only the server, the result card or the panel shows are in separate files.

import type { LinkKindOf, PlatformId } from './platforms/platforms.ts';

/** Sentences prescribed letter for letter, except `internal`. */
export const MESSAGES = {
  urlRequired: 'Please enter an Instagram or TikTok URL',
  urlInvalid: 'Please enter a valid Instagram or TikTok URL',
  validating: 'Validating URL...',
  fetching: 'Fetching Preview...',

  private: 'This post is private or restricted. Only public posts can be downloaded.',
  gone: 'Post not found. The video may have been deleted or the URL is incorrect.',
  rateLimited: 'Rate limit exceeded. Please try again later.',
  networkFetch: 'Network error: Unable to fetch data. Please check your internet connection and try again.',
  /** Not prescribed. Shown for a response that does not follow the API contract. */
  internal: 'Something went wrong on this server.',

  errorHeadline: 'Oops! Something went wrong',
  tryAgain: 'Try Again',
  previewLoaded: 'Video preview loaded successfully!',

  socialLinksEmpty: 'No social links added yet',

  maintenanceHeadline: "We'll Be Right Back",
} as const;

/** Labels of the recognition line under the link field. Short links and share tokens (`share`) do not reveal the kind of post. */
export const LINK_LABELS = {
  instagram: {
    post: 'Instagram post',
    reel: 'Instagram reel',
    tv: 'Instagram video',
    story: 'Instagram story',
    highlight: 'Instagram story',
    share: 'Instagram link',
  },
  tiktok: {
    video: 'TikTok video',
    photo: 'TikTok photos',
    share: 'TikTok link',
  },
} as const satisfies { readonly [Id in PlatformId]: Readonly<Record<LinkKindOf<Id>, string>> };

/** Recognition labels of the built-in sample posts, by the name in their link. */
export const SAMPLE_LABELS = { clip: 'Sample clip', set: 'Sample set', sound: 'Sample sound' } as const;

/** Other texts of the link form. */
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

const COUNTED_IN_SECONDS_MAX = 120;

/** Returns the submit button's label while visitors must wait: in seconds up to two minutes, then in minutes. */
export const tryAgainIn = (seconds: number): string =>
  seconds <= COUNTED_IN_SECONDS_MAX
    ? `Try again in ${String(seconds)} s`
    : `Try again in ${String(Math.ceil(seconds / 60))} min`;

/** Advice shown under the message in the error panel. */
export const ERROR_HELP = {
  private: "Open it in a private window. If you can't see it there, we can't either.",
  gone: "Copy the link again from the app's Share menu. Stories vanish after about 24 hours.",
  rateLimited: 'Wait a minute, then try again.',
  network: 'Check your connection. Your link is still in the box.',
  noMedia: "If the post is text only or still processing, there's nothing to save yet.",
  platformOff: "The site's owner has turned this platform off. Try again later.",
  /** The text before, inside and after the link to the report form. */
  failed: ['If it keeps happening, ', 'report this link', '.'],
} as const;

/** Label of the reference code, which the owner can look up in the server log. */
export const ERROR_REFERENCE = 'Reference';

/** Texts of the public page outside the download flow. */
export const PAGE = {
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
  footer: 'Save public Instagram and TikTok posts to your own device.',
  social: 'Follow us',
} as const;

/** Texts of the maintenance notice, and of the line shown instead while a download finishes. */
export const MAINTENANCE = {
  text: 'Scheduled maintenance is under way. Downloads are paused for now and nothing of yours is affected. This page checks again every minute.',
  refresh: 'Refresh Page',
  back: 'Go Back',
  checkedAt: (time: string): string => `Last checked at ${time}`,
  over: "We're back",
  afterDownload: 'Maintenance has started. Your download will finish first.',
} as const;

export const noScriptLine = (title: string): string => `${title} needs JavaScript to build the preview.`;

/** Display names of the social platforms. */
export const SOCIAL_NAMES = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X (Twitter)',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  tiktok: 'TikTok',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
} as const;
