/** Texts of General Settings. */
export const generalSection = {
  lede: 'The name, logo, contact address and file names that visitors see, and whether the site is open.',

  title: 'Website title',
  titleHelp: 'Shown in the header, the footer and the browser tab.',
  titleRequired: 'Enter a title',
  changedFrom: 'Changed from "{title}"',
  counted: '{characters} of {most}',

  contact: 'Contact address',
  contactHelp:
    'Shown under Contact, and used by the Report and DMCA links. Leave it empty to show no address.',
  contactChosen: 'Saved here. Overrides the CONTACT_EMAIL variable.',
  contactFromVariable: 'Set by the CONTACT_EMAIL variable until you save a change here.',

  filenames: 'File names',
  filenamesHelp:
    "How saved files are named. A visitor can choose other names, which stay in the visitor's browser.",
  filenamesDefault: 'Use the default names',

  madeFiles: "Files made on the visitor's device",
  madeFilesHelp:
    'Video in 1080p with its sound, sound as M4A or MP3, parts of a clip, and a video of photos. What they are made of comes through this server, also with direct delivery.',
  madeFilesOn: 'Offered',
  madeFilesOnText: "They use this server's bandwidth",
  madeFilesOff: 'Not offered',
  madeFilesOffText: "Saves this server's bandwidth",

  drop: 'Drop a picture here',
  dropNow: 'Drop to upload',
  choose: 'Choose file',
  remove: 'Remove',
  uploading: 'Uploading...',
  file: '{name}, {size}',
  measures: '{width} × {height} pixels',
  sizes: 'Preview at 28 and 72 pixels',
  onLight: 'Light',
  onDark: 'Dark',

  delivery: 'Delivery',
  deliveryHelp: 'How saved files reach visitors. Set by the DELIVERY variable when the server starts.',
  'deliveryNames.tunnel': 'Through this server',
  'deliveryNames.direct': 'Straight from the platforms',
  'deliveryTexts.tunnel':
    "This server sends every file: progress is counted, a broken download resumes, and the platforms see only this server. It uses your server's bandwidth.",
  'deliveryTexts.direct':
    "Saves your server's bandwidth. In return there is no byte count and no resume, progress is simulated, files open in a new tab, and the platform sees the visitor's IP address. Previews, sets, captions, files made on the device and some others still pass through this server. Your own legal texts and content should say so.",

  maintenance: 'Maintenance mode',
  maintenanceHelp: 'Replaces the public page with a full-screen notice. The admin panel stays open.',
  active: 'Active',
  activeText: 'Visitors see the notice',
  activeSoon: 'Visitors will see the notice once you save',
  inactive: 'Inactive',
  inactiveText: 'Visitors can use the site',
  inactiveSoon: 'Visitors can use the site once you save',
  previewNotice: 'Preview the notice',
  previewTitle: 'What visitors see during maintenance',
  closePreview: 'Close',
  confirmTitle: 'Turn on maintenance mode?',
  confirmText: 'Visitors will see the notice as soon as you save. Downloads in progress will finish.',
  confirm: 'Turn on',
} as const;
