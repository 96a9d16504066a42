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
  'iphone.paste':
    'Come back here and paste the link. Safari asks before it reads the clipboard: choose Paste.',
  'iphone.save': 'Choose a quality and download. The file is in the Files app, in Downloads.',
  'iphone.photos':
    'To put it among your photos, choose Save to Photos when the download has ended, then Save Video or Save Image.',
  'iphone.shortcut': 'From the Share menu',
  'iphone.shortcut.lede': 'Safari cannot add a site to the Share menu, but a shortcut can. You make it once:',
  'iphone.shortcut.create':
    'In the Shortcuts app, create a shortcut. In its details, turn on Show in Share Sheet.',
  'iphone.shortcut.encode': 'Add the action URL Encode, with Shortcut Input as its text.',
  'iphone.shortcut.open': 'Add the action Open URLs, with this address followed by the encoded text:',

  'android.heading': 'Android',
  'android.copy': 'In Instagram or TikTok, open the post, tap Share and choose Copy link.',
  'android.paste': 'Come back here, paste the link and choose a quality.',
  'android.save': 'Download. The file is in Downloads and shows up in your gallery.',
  'android.share': 'From the Share menu',
  'android.share.text':
    'Install this site: open the menu of Chrome and choose Add to Home screen, then Install. Posts that you share to it from Instagram or TikTok open with their preview.',

  'computer.heading': 'Computer',
  'computer.copy': 'Open the post in your browser and copy its address.',
  'computer.paste': 'Paste it anywhere on the form page with Ctrl+V or ⌘V. The preview starts by itself.',
  'computer.save': 'Choose a quality and download. The file goes where your browser saves downloads.',

  'sets.heading': 'Posts with several photos or videos',
  'sets.choose': 'All of them are selected at first. Leave out what you do not want below the picture.',
  'sets.separate':
    'Separate files: browsers save about ten files for each press of the button, so larger sets come in parts.',
  'sets.zip':
    'ZIP: one file with everything. It needs an app that opens ZIP files, which every computer has.',

  'stories.heading': 'Stories',
  'stories.text':
    'A story is available for about 24 hours after it was posted. Copy its link while it is up. Only stories of public accounts work, and not every story can be read.',
  'stories.none':
    'This site has no way to read stories at the moment. They are available for about 24 hours on the platform; save a post or a reel here instead.',

  'failed.heading': 'When a preview fails',
  'failed.private':
    'Open the link in a private window of your browser. If you cannot see the post there, we cannot either.',
  'failed.share':
    'Copy the link again from the Share menu. Links from other places may lack the ID of the post.',
  'failed.wait': 'Wait a minute. Platforms limit how often a server may ask.',
  'failed.status': 'See whether others have the same problem: <link>status of this site</link>.',

  'slow.heading': 'Large and slow files',
  'slow.limit':
    'There is no strict size limit. Files over 100 MB may be slow, especially on mobile data, and very large ones are safer to save on a computer.',
  'slow.smaller': 'A smaller quality is faster and needs less space.',
  'slow.resume':
    'A download that loses its connection tries again by itself and goes on where it stopped. Keep the page open until it has ended.',
  'slow.blockers':
    'If nothing is saved at the end, turn off content blockers for this site. Some stop the last step.',

  'contact.heading': 'Still stuck?',
  'contact.address': 'Write to the person who runs {title}. Include the link and the message you saw.',
  'contact.write': 'Write an email',
  'contact.subject': 'Help with a link',
  'contact.social': 'The person who runs {title} can be reached on:',
  'contact.none': 'The person who runs {title} has not published a contact address.',
} as const;
