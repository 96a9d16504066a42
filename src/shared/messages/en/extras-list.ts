/** Texts of the list of the cover, the author's picture and the details of a post, and of the details' text file. */
export const extrasList = {
  heading: 'Cover and details',
  cover: 'Cover picture',
  'legend.cover': 'As the platform shows it',
  author: "Author's picture",
  'legend.author': 'From the profile',
  txt: 'Details (TXT)',
  'legend.txt': 'Caption, author and files, to read',
  json: 'Details (JSON)',
  'legend.json': 'The same, for programs',
  withDetails: 'Add the details (TXT)',
  savedOn: 'Saved on {date}',
  pixels: '{width} × {height} pixels',
} as const;
