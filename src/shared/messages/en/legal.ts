/** The privacy, terms, DMCA and copyright texts. `{title}` can change while the page is open. */
export const legal = {
  heading: 'The fine print, kept short',
  'privacy.title': 'Privacy',
  'privacy.lede':
    'We use your link only to fetch the preview and the file, then forget it. No account, no cookies, no download history. Your browser sends requests only to this site.',
  'privacy.points.server':
    'The server gets the post from the platform or from an extraction service the owner has set up. They see the server, not you.',
  'privacy.points.preview':
    'A preview stays in memory for five minutes, so that opening it again is quick. The links to its files are encrypted and work for six hours.',
  'privacy.points.files':
    'Files pass through this server and are not stored. The platform sees your visit only if you open a file on the platform itself.',
  'privacy.points.totals':
    'We count totals, such as downloads per hour, without anything that identifies you. The log names no link, no post and no visitor.',
  'privacy.points.browser':
    "Your own browser keeps your choice of theme, when you last declined to install this site, and a copy of the site's public settings. Clear its storage and they are gone.",
  'terms.title': 'Terms',
  'terms.lede': 'Use {title} for personal copies of public posts you have the right to save.',
  'terms.points.automation':
    "Don't automate it, resell it, or use it to harass anyone or to get around a creator's wishes.",
  'terms.points.use':
    'Your use of a post is between you, its creator and the platform, whose own terms still apply.',
  'terms.points.asIs':
    'The site is offered as is and free of charge. It may be slow, fail to read a post or stop working when a platform changes.',
  'terms.points.heavyUse': 'Heavy use may be slowed down, so that the site stays quick for everyone.',
  'dmca.title': 'DMCA',
  'dmca.lede':
    "We don't host media: each post is read from its platform when someone requests it. If a link used here infringes your work, send a notice. It must contain:",
  'dmca.points.post': 'the address of the post, and the address of your original work or a description of it',
  'dmca.points.person': 'your name and an address at which you can be reached',
  'dmca.points.goodFaith':
    'a statement that you believe in good faith that the use is not authorised by you, your agent or the law',
  'dmca.points.accuracy':
    'a statement that the notice is accurate and, under penalty of perjury, that you own the right or act for its owner',
  'dmca.points.signature': 'your signature, by hand or typed',
  'dmca.subject': 'DMCA notice',
  'dmca.goesTo': 'Send it to the person who runs {title} here:',
  'dmca.nowhere':
    'The person who runs {title} here has not published an address for notices yet. The platform that hosts the post also accepts notices and can remove the post for everyone.',
  'dmca.contact': 'See what else you can do',
  'copyright.title': 'Copyright',
  'copyright.lede': "Posts belong to the people who made them. Downloading doesn't transfer any rights.",
  'copyright.points.copy':
    'A copy for yourself is usually fine. Before you repost it or use it commercially, get permission.',
  'copyright.points.credit': 'Name the creator when you share, and link to the original.',
  'copyright.points.music':
    'The music in a post often has a different owner than the photos or video. Permission for one does not cover the other.',
  'copyright.points.quoting':
    'Quoting, criticism and teaching may be allowed without asking, depending on your country.',
} as const;
