// Texts that only the server renders into the public page: the document head, the sections below the form and the footer.
// Placeholders such as `{title}` mark values that can change while the page is open (ui/live-text.tsx). Only the texts of
// the status card are also loaded by a script of the page.

/** The head of the document. */
export const HEAD = {
  titleTail: 'download Instagram and TikTok videos and photos',
  description:
    'Paste a public Instagram or TikTok link, preview it, pick a quality and save the file. Free, no account, no watermark, nothing stored.',
} as const;

export const FEATURES_HEADING = 'Features';
/** The three feature cards. */
export const FEATURES = [
  { title: 'High Quality', text: 'Up to 1080p, with the size shown before you commit.' },
  { title: 'Fast & Secure', text: 'An encrypted connection, and no trace of what you saved.' },
  { title: 'Easy to Use', text: 'One field and one button, the same on a phone or a laptop.' },
] as const;

export const HOW_TEXT = {
  heading: 'From link to file in four steps',
  lede: 'Nothing to install. It works in the browser you already have.',
  steps: {
    copy: { title: 'Copy Link', text: 'Open the post, tap Share and choose Copy link.' },
    paste: {
      title: 'Paste & Fetch',
      text: 'Paste it above. We read the public post and show you a preview.',
    },
    choose: {
      title: 'Choose Quality',
      text: 'Take the sharpest version or a smaller one that saves data.',
    },
    done: {
      title: 'Download Complete',
      text: 'The file goes straight to your device. On iPhone, save it to Photos.',
    },
  },
  /** Texts inside the illustrations of the steps, which are hidden from screen readers. */
  drawn: {
    menu: ['Send to\u2026', 'Copy link', 'Share to story'],
    link: 'instagram.com/reel/C8x\u2026',
    fetch: 'Fetch',
    qualities: [
      ['1080p', '18.40 MB'],
      ['720p', '9.12 MB'],
      ['480p', '4.36 MB'],
    ],
    file: 'instagram_video_C8x.mp4',
  },
  reasons: [
    {
      title: 'The file as published',
      text: "We don't recompress, crop or stamp anything. What the platform published is what you save.",
    },
    {
      title: 'No history to leak',
      text: "No account, no download log, no advertising profile. Close the tab and it's gone.",
    },
    {
      title: 'Progress you can trust',
      text: 'Real bytes, real speed and a cancel button. If something fails, we tell you why.',
    },
  ],
} as const;

export const FAQ_TEXT = {
  heading: 'Questions, answered',
  lede: 'Still stuck? Send us a note.',
  ledeWithoutAddress: 'Still stuck? See what else you can do.',
  contact: 'Contact Us',
  questions: [
    {
      question: 'Is {title} free?',
      answer:
        'Yes. Every feature is free for everyone. There is no paid plan, no trial and nothing to cancel.',
    },
    {
      question: 'Do I need an account?',
      answer: 'No. Paste a link and download. Sign-in exists only for the people who run this site.',
    },
    {
      question: 'Which links work?',
      answer:
        'Public Instagram posts, reels, videos, stories and photo sets, and public TikTok videos and photo posts. Short links from the Share menu work too. Private posts never do.',
    },
    {
      question: 'What quality will I get?',
      answer:
        "Every version the platform published, up to 1080p. 1080p looks best and is the largest file, 720p is a good balance, 480p is smaller and faster. If the original was lower, we can't add detail that was never there.",
    },
    {
      question: 'Is there a size limit?',
      answer:
        'There is no strict size limit. Files over 100 MB may be slow, especially on mobile data, and very large ones are safer to save on a computer.',
    },
    {
      question: 'How long can I download a story?',
      answer:
        "Stories are available for about 24 hours after they are posted. Once the platform removes one, we can't fetch it either.",
    },
    {
      question: 'Can I download from a private account?',
      answer: 'No. We only read what anyone can see without signing in, and we never ask for your password.',
    },
    {
      question: 'Do you keep a record of what I download?',
      answer:
        'No. Your link is used to fetch the preview and the file, then forgotten. We count totals, such as downloads per day, with nothing that points to you.',
    },
    {
      question: 'Where does the file go on my phone?',
      answer:
        'On Android it lands in Downloads and shows up in your gallery. On iPhone choose Save to Photos, or find it in the Files app under Downloads.',
    },
    {
      question: 'Am I allowed to download and repost this?',
      answer:
        'Saving a public post for yourself is usually fine, but the rights stay with the creator. Ask before you repost or use it commercially, and give credit.',
    },
  ],
} as const;

export const PRICING_TEXT = {
  heading: "Free, and that's the whole price list",
  lede: 'Every feature is included for everyone. There is no paid plan, no trial and no card to enter.',
  points: [
    'All qualities, up to 1080p',
    'Videos, reels, stories and photo sets',
    'Fair use keeps it quick for everyone',
  ],
} as const;

export const STATUS_TEXT = {
  label: 'Status:',
  lede: 'How previews and downloads have worked on this server recently.',
  rows: { instagram: 'Instagram previews', tiktok: 'TikTok previews', downloads: 'Downloads' },
  states: { working: 'Working', slow: 'Slow', failing: 'Not working', unknown: 'No data yet' },
  headlines: {
    working: 'Everything is working',
    partly: 'Working, as far as we know',
    slow: 'Slower than usual',
    someFailing: 'Some parts are not working',
    failing: 'Not working right now',
    unknown: 'No data yet',
  },
  more: 'The last 30 days',
  unused: 'No recent activity, so there is nothing to report.',
  cannotCheck: "We can't check right now.",
} as const;

/** How long ago a preview or a download last ran, whether a visitor's or the self-test's: 'Checked 40 seconds ago'. */
export const checkedText = {
  now: 'Checked just now',
  seconds: (count: number): string => `Checked ${count} seconds ago`,
  minutes: (count: number): string => `Checked ${count} ${count === 1 ? 'minute' : 'minutes'} ago`,
  hours: (count: number): string => `Checked ${count} ${count === 1 ? 'hour' : 'hours'} ago`,
};
/** Returns a median time, given in milliseconds: '1.4 s'. */
export const medianText = (ms: number): string => (ms < 100 ? 'under 0.1 s' : `${(ms / 1000).toFixed(1)} s`);

export const HELP_TEXT = {
  heading: 'Help and contact',
  title: 'Quick fixes',
  lede: 'Four things solve most failed previews.',
  fixes: [
    ['Open the link signed out', "If you can't see it in a private window, neither can we."],
    ['Copy it again from Share', 'Links from the address bar may lack the post ID.'],
    ['Check the story clock', 'Stories disappear after about 24 hours.'],
    ['Turn off content blockers', 'Some stop the final download step.'],
  ],
} as const;

export const REPORT_TEXT = {
  title: 'Report a problem',
  lede: 'Tell us what broke, or flag misuse. Never send passwords.',
  topics: {
    link: {
      title: 'A link that should work',
      text: 'Send the link, what you expected and the message you saw.',
      action: 'Report a link',
      subject: 'A link that should work',
    },
    misuse: {
      title: 'Your content was misused',
      text: 'A DMCA notice contains everything needed to act on it.',
      action: 'How to send a DMCA notice',
    },
    security: {
      title: 'A security issue',
      text: 'Describe how to reproduce it and what it exposes. Give the owner time to fix it before you publish it.',
      action: 'Report a security issue',
      subject: 'A security issue',
    },
  },
} as const;

export const CONTACT_TEXT = {
  title: 'Contact us',
  lede: 'Your email goes to the person who runs {title} here.',
  write: 'Write an email',
  subject: 'A question',
  hint: 'Include the link to the post and say what you saw. Never send a password.',
  none: 'The person who runs {title} here has not published a contact address yet.',
  choices: 'What you can do in the meantime:',
  withoutAddress: [
    ['A preview or a download fails', 'Try the four quick fixes in this section.'],
    [
      'A post should not be online',
      'Instagram and TikTok can remove it for everyone. Use Report on the post.',
    ],
    [
      'Anything else',
      'Use a social link at the bottom of the page, if there is one, or ask the person who sent you here.',
    ],
  ],
} as const;

export const LEGAL_TEXT = {
  heading: 'The fine print, kept short',
  privacy: {
    title: 'Privacy',
    lede: 'We use your link only to fetch the preview and the file, then forget it. No account, no cookies, no download history. Your browser sends requests only to this site.',
    points: [
      'The server gets the post from the platform or from an extraction service the owner has set up. They see the server, not you.',
      'A preview stays in memory for five minutes, so that opening it again is quick. The links to its files are encrypted and work for six hours.',
      'Files pass through this server and are not stored. The platform sees your visit only if you open a file on the platform itself.',
      'We count totals, such as downloads per hour, without anything that identifies you. The log names no link, no post and no visitor.',
      "Your own browser keeps your choice of theme, when you last declined to install this site, and a copy of the site's public settings. Clear its storage and they are gone.",
    ],
  },
  terms: {
    title: 'Terms',
    lede: 'Use {title} for personal copies of public posts you have the right to save.',
    points: [
      "Don't automate it, resell it, or use it to harass anyone or to get around a creator's wishes.",
      'Your use of a post is between you, its creator and the platform, whose own terms still apply.',
      'The site is offered as is and free of charge. It may be slow, fail to read a post or stop working when a platform changes.',
      'Heavy use may be slowed down, so that the site stays quick for everyone.',
    ],
  },
  dmca: {
    title: 'DMCA',
    lede: "We don't host media: each post is read from its platform when someone requests it. If a link used here infringes your work, send a notice. It must contain:",
    points: [
      'the address of the post, and the address of your original work or a description of it',
      'your name and an address at which you can be reached',
      'a statement that you believe in good faith that the use is not authorised by you, your agent or the law',
      'a statement that the notice is accurate and, under penalty of perjury, that you own the right or act for its owner',
      'your signature, by hand or typed',
    ],
    subject: 'DMCA notice',
    goesTo: 'Send it to the person who runs {title} here:',
    nowhere:
      'The person who runs {title} here has not published an address for notices yet. The platform that hosts the post also accepts notices and can remove the post for everyone.',
    contact: 'See what else you can do',
  },
  copyright: {
    title: 'Copyright',
    lede: "Posts belong to the people who made them. Downloading doesn't transfer any rights.",
    points: [
      'A copy for yourself is usually fine. Before you repost it or use it commercially, get permission.',
      'Name the creator when you share, and link to the original.',
      'The music in a post often has a different owner than the photos or video. Permission for one does not cover the other.',
      'Quoting, criticism and teaching may be allowed without asking, depending on your country.',
    ],
  },
} as const;

export const FOOTER_TEXT = {
  columns: {
    product: {
      title: 'Product',
      links: { 'how-it-works': 'How it works', features: 'Features', pricing: 'Pricing', faqs: 'FAQs' },
    },
    support: {
      title: 'Support',
      links: { help: 'Help', contact: 'Contact', report: 'Report', status: 'Status' },
    },
    legal: {
      title: 'Legal',
      links: { privacy: 'Privacy', terms: 'Terms', dmca: 'DMCA', copyright: 'Copyright' },
    },
  },
  badges: {
    noSignUp: 'No sign-up',
    noWatermark: 'No watermark',
    nothingStored: 'Nothing stored',
    encrypted: 'Encrypted connection',
  },
  copyright: '\u00a9 {year} {title}. All rights reserved.',
  updated: 'Last updated {updated}',
  statusPage: 'Status of the last 30 days',
  disclaimer:
    'For personal use only. {title} is not affiliated with, endorsed by or connected to Instagram, TikTok or their parent companies. Respect copyright and credit the creator when you share.',
} as const;

/** Accessible name of the owner's content when the content has no heading. */
export const OWNER_CONTENT_LABEL = 'From the site owner';
