/** Texts of the list of a video's caption files. */
export const captionsList = {
  heading: 'Captions',
  hint: 'Text files (VTT)',
  /** Origin of a caption file. */
  'origin.author': 'By the author',
  'origin.spoken': 'Speech recognition',
  'origin.translated': 'Machine translation',
  'origin.unknown': 'Origin not stated',
  /** Name of a file for the progress bar. */
  captions: 'captions, {language}',
  save: 'Save captions, {language}. {origin}',
  showAll: 'Show all {count} captions',
} as const;
