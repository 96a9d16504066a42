/** The section with the four steps. */
export const howItWorks = {
  heading: 'From link to file in four steps',
  lede: 'Nothing to install. It works in the browser you already have.',
  'steps.copy.title': 'Copy Link',
  'steps.copy.text': 'Open the post, tap Share and choose Copy link.',
  'steps.paste.title': 'Paste & Fetch',
  'steps.paste.text': 'Paste it above. We read the public post and show you a preview.',
  'steps.choose.title': 'Choose Quality',
  'steps.choose.text': 'Take the sharpest version or a smaller one that saves data.',
  'steps.done.title': 'Download Complete',
  'steps.done.text': 'The file goes straight to your device. On iPhone, save it to Photos.',
  /** Texts inside the illustrations of the steps, which are hidden from screen readers. */
  'drawn.menu.send': 'Send to\u2026',
  'drawn.menu.copy': 'Copy link',
  'drawn.menu.story': 'Share to story',
  'drawn.link': 'instagram.com/reel/C8x\u2026',
  'drawn.fetch': 'Fetch',
  'drawn.file': 'instagram_video_C8x.mp4',

  'reasons.asPublished.title': 'The file as published',
  'reasons.asPublished.text':
    "We don't recompress, crop or stamp anything. What the platform published is what you save.",
  'reasons.noHistory.title': 'No history to leak',
  'reasons.noHistory.text':
    "No account, no download log, no advertising profile. Close the tab and it's gone.",
  'reasons.progress.title': 'Progress you can trust',
  'reasons.progress.text': 'Real bytes, real speed and a cancel button. If something fails, we tell you why.',
} as const;
