/** The ten questions in the order of the page. `tests/e2e/questions.test.ts` counts them and lists the facts that the answers must keep. `{title}` can change while the page is open (web/ui/live-text.tsx). */
export const faq = {
  heading: 'Questions, answered',
  lede: 'Still stuck? Send us a note.',
  /** Replace `lede` while the owner shows no email address: `ledeSocial` if there are social links, else `ledeNone`. */
  ledeSocial: 'Still stuck? See where to reach us.',
  ledeNone: 'Still stuck? See what else you can do.',
  contact: 'Contact Us',
  'free.question': 'Is {title} free?',
  'free.answer':
    'Yes. Every feature is free for everyone. There is no paid plan, no trial and nothing to cancel.',
  'account.question': 'Do I need an account?',
  'account.answer': 'No. Paste a link and download. Sign-in exists only for the people who run this site.',
  'links.question': 'Which links work?',
  'links.answer':
    'Public Instagram posts, reels, videos, stories and photo sets, and public TikTok videos and photo posts. Short links from the Share menu work too. Private posts never do.',
  /** Texts that end with `.without` replace the answer of the same name while no engine of this site reads stories. */
  'links.without':
    'Public Instagram posts, reels, videos and photo sets, and public TikTok videos and photo posts. Short links from the Share menu work too. Private posts never do, and stories do not work on this site at the moment.',
  'quality.question': 'What quality will I get?',
  'quality.answer':
    "Every version the platform gives us, usually up to 1080p. 1080p looks best and is the largest file, 720p is a good balance, 480p is smaller and faster. If the original was lower, we can't add detail that was never there.",
  'size.question': 'Is there a size limit?',
  'size.answer':
    'There is no strict size limit. Files over 100 MB may be slow, especially on mobile data, and very large ones are safer to save on a computer.',
  'story.question': 'How long can I download a story?',
  'story.answer':
    "Stories are available for about 24 hours after they are posted. Once the platform removes one, we can't fetch it either.",
  'story.without':
    'Stories are available for about 24 hours after they are posted. This site has no way to read them at the moment.',
  'private.question': 'Can I download from a private account?',
  'private.answer':
    'No. We only read what anyone can see without signing in, and we never ask for your password.',
  'records.question': 'Do you keep a record of what I download?',
  'records.answer':
    'No. Your link is used to fetch the preview and the file, stays in memory for a few minutes and is then gone. We count totals, such as downloads per hour, with nothing that points to you.',
  /** Texts that end with `.direct` replace the answer of the same name with direct delivery. */
  'records.direct':
    'No. Your link is used to fetch the preview, stays in memory for a few minutes and is then gone. We count totals, such as previews per hour, with nothing that points to you. Most files open straight from Instagram or TikTok in a new tab, so the platform sees your IP address and which file you open.',
  'phone.direct':
    'Most files open in a new tab. Press and hold the video or photo there, then choose Save or Download. What comes through this site instead lands in Downloads; on iPhone you can also choose Save to Photos.',
  'phone.question': 'Where does the file go on my phone?',
  'phone.answer':
    'On Android it lands in Downloads and shows up in your gallery, every file of a set too. On iPhone choose Save to Photos, for one file or a whole set, or find single files in the Files app under Downloads.',
  'repost.question': 'Am I allowed to download and repost this?',
  'repost.answer':
    'Saving a public post for yourself is usually fine, but the rights stay with the creator. Ask before you repost or use it commercially, and give credit.',
} as const;
