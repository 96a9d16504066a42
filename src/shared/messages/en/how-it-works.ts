/** The section with the four steps. */
export const howItWorks = {
  heading: 'From link to file in four steps',
  lede: 'Nothing to install. It works in your browser.',
  'steps.copy.title': 'Copy Link',
  'steps.copy.text': 'Open the post, tap Share and choose Copy link.',
  'steps.paste.title': 'Paste & Fetch',
  'steps.paste.text': 'Paste it above and see a preview of the post.',
  'steps.choose.title': 'Choose Quality',
  'steps.choose.text': 'Take the sharpest, or a smaller one to save data.',
  'steps.done.title': 'Download Complete',
  'steps.done.text': 'The file is on your device, ready to share.',
  /** Replaces `steps.done.text` with direct delivery. */
  'steps.done.direct': 'Save the file from the tab that opens.',
  /** Texts inside the illustrations of the steps, which are hidden from screen readers. */
  'drawn.menu.send': 'Send to\u2026',
  'drawn.menu.copy': 'Copy link',
  'drawn.menu.story': 'Share to story',
  'drawn.link': 'instagram.com/reel/C8x\u2026',
  'drawn.fetch': 'Fetch',
  'drawn.file': 'instagram_video_C8x.mp4',

  'reasons.asPublished.title': 'The file as published',
  'reasons.asPublished.text': 'Nothing recompressed, cropped or stamped.',
  'reasons.noHistory.title': 'No history to leak',
  'reasons.noHistory.text': 'No account, no download log, no profile.',
  'reasons.progress.title': 'Progress you can trust',
  'reasons.progress.text': 'Real bytes, real speed and a cancel button.',
  /** Replace the texts under `reasons.progress` with direct delivery, where this site does not see the bytes of the files. */
  'reasons.direct.title': 'Straight from the source',
  'reasons.direct.text': "Most files come from the platform's own servers.",
} as const;
