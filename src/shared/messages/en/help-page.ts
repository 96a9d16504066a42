/** The /help page. `{origin}` is the address of this site. */
export const helpPage = {
  title: 'Help',
  /** Follows the site's title and a colon. */
  titleTail: 'help',
  description:
    'How to save public Instagram and TikTok posts on iPhone, Android and computers, and what to do when it fails.',
  lede: 'How to save a post on each device, and what to do when something fails.',
  back: 'Back to the form',
  contents: 'On this page',

  'iphone.heading': 'iPhone and iPad',
  'iphone.copy': 'In Instagram or TikTok, open the post, tap Share and choose Copy link.',
  'iphone.paste': 'Come back here and tap Paste. Safari asks before it reads the clipboard: tap Paste again.',
  'iphone.save': "Pick a quality and tap Download. You'll find the file in the Files app, under Downloads.",
  'iphone.photos':
    'To move it to Photos, tap Save to Photos after the download, then Save Video or Save Image.',
  'iphone.shortcut': 'From the Share menu',
  'iphone.shortcut.lede': "Safari can't add a site to the Share menu, but a shortcut can. Set it up once:",
  'iphone.shortcut.create':
    'In the Shortcuts app, create a shortcut, turn on Show in Share Sheet in its details, and let it receive URLs and text.',
  'iphone.shortcut.encode': 'Add the actions Get URLs from Input and URL Encode, in this order.',
  'iphone.shortcut.open': 'Add the Open URLs action, with this address followed by the encoded text:',

  /** Texts that end with `.direct` replace those of the same name with direct delivery. */
  'iphone.direct':
    'Pick a quality and tap Download. The file opens in a new tab: press and hold the video or photo there, then tap Save.',

  'android.heading': 'Android',
  'android.copy': 'In Instagram or TikTok, open the post, tap Share and choose Copy link.',
  'android.paste': 'Come back here, paste the link and pick a quality.',
  'android.save': 'Tap Download. The file is saved to Downloads and shows up in your gallery.',
  'android.direct':
    'Tap Download. The file opens in a new tab: press and hold the video or photo there, then tap Download.',
  'android.share': 'From the Share menu',
  'android.share.text':
    "Install this site: open Chrome's menu, choose Add to Home screen, then Install. From then on you can share a post from Instagram or TikTok to it, and its preview opens.",

  'computer.heading': 'Computer',
  'computer.copy': 'Open the post in your browser and copy its address.',
  'computer.paste': 'Paste it anywhere on the home page with Ctrl+V or ⌘V. The preview starts on its own.',
  'computer.save': 'Pick a quality and click Download. The file goes where your browser saves downloads.',
  'computer.direct':
    'Pick a quality and click Download. The file opens in a new tab: right-click the video or photo there, then choose Save as.',

  'computer.bookmark': 'From the page of a post',
  'computer.bookmark.text':
    'Drag this link to your bookmarks bar. On the page of a post, click the bookmark: the preview opens here.',
  'computer.bookmark.name': 'Save with {title}',
  'computer.bookmark.code': 'Or add a bookmark by hand, with this as its address:',

  'sets.heading': 'Posts with several photos or videos',
  'sets.choose':
    'Everything is selected to start with. Touch a picture to see it; its check mark takes it out of the download. Download this one saves the picture you see.',
  'sets.photos':
    'Save to Photos, on iPhone and iPad: all pictures and clips go to the share sheet, where you choose Save Images. A large set comes in several rounds, one tap each.',
  'sets.separate':
    'Separate files, the usual choice on Android, where they show up in the gallery: browsers save about ten files per tap, so larger sets are saved in batches.',
  'sets.zip': 'ZIP: everything in one file. Every computer can open it; a phone may need an app.',

  'stories.heading': 'Stories',
  'stories.text':
    "Stories are online for about 24 hours, so copy the link while the story is up. Only stories from public accounts work, and some can't be read.",
  'stories.none':
    "This site can't read stories at the moment. They stay on their platform for about 24 hours. Save a post or a reel here instead.",

  'failed.heading': 'When a preview fails',
  'failed.private':
    "Open the link in a private browser window. If you can't see the post there, neither can we.",
  'failed.share': 'Copy the link again from the Share menu. Links copied elsewhere may lack the post ID.',
  'failed.wait': 'Wait a minute. Platforms limit how many requests a server may send.',
  'failed.status': 'See whether others have the same problem: <link>status of this site</link>.',

  'slow.heading': 'Large and slow files',
  'slow.limit':
    'There is no strict size limit. Files over 100 MB may be slow, especially on mobile data. Very large ones are best saved on a computer.',
  'slow.smaller': 'A lower quality downloads faster and takes up less space.',
  'slow.resume':
    'If the connection drops, the download picks up where it stopped. Keep the page open until it has finished.',
  'slow.direct':
    "A file in a new tab comes from the platform, so this site can't pause it, resume it or show how far it is. Sets, captions and files that need this site come through it, and pick up where they stopped.",
  'slow.blockers':
    "If the file doesn't show up in the end, turn off content blockers for this site. Some stop the last step.",

  'contact.heading': 'Still stuck?',

  'licences.heading': 'Licences',
  'licences.lede':
    'Files are made on your device with unchanged open-source libraries. The links lead to their sources.',
  'licences.mediabunny': '<link>Mediabunny</link>, MPL-2.0',
  'licences.encoders': '<link>wasm-media-encoders</link>, MIT',
  'licences.lame': '<link>LAME 3.100</link>, LGPL-2.0-or-later, as WebAssembly',
} as const;
