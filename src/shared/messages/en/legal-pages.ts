/**
 * The default texts of the pages under /legal. Each text must describe what the program really does; `tests/e2e/privacy.test.ts` checks
 * what the privacy notice says about browsers. `{title}` is the site's title, `{days}` the days for which counters are kept.
 */
export const legalPages = {
  /** Titles of the pages; in the document's title they follow the site's title and a colon. */
  'privacy.title': 'Privacy notice',
  'terms.title': 'Terms of use',
  'dmca.title': 'DMCA notices',
  'copyright.title': 'About copyright',
  'privacy.description':
    'What this site does with your link, your address and your browser, and for how long.',
  'terms.description': 'What you may use this site for, and what you can expect of it.',
  'dmca.description': 'How to report a post that infringes your work, and what a notice must contain.',
  'copyright.description': 'Who owns what you save, and what you may do with it.',
  back: 'Back to the form',
  others: 'Other legal pages',
  updated: 'Last change to this site: {date}',
  /** Stands below a default text. */
  defaultNote:
    'This is the standard text of the software that runs this site. It describes what the software does. It is not legal advice.',

  'privacy.lede':
    '{title} needs no account and sets no cookies on its public pages. It shows no advertising and uses no analytics. Your browser sends requests to this site only.',
  /** Texts that end with `.direct` replace those of the same name with direct delivery. */
  'privacy.lede.direct':
    '{title} needs no account and sets no cookies on its public pages. It shows no advertising and uses no analytics. Your browser sends requests to this site only, until you save a file that Instagram or TikTok sends itself.',
  'privacy.link.heading': 'When you paste a link',
  'privacy.link.text':
    'The server reads the post from Instagram or TikTok, or from an extraction service that the person who runs the site has set up. They see this server and the link, not you. The result stays in memory for five minutes, so that opening it again is quick, and is then deleted.',
  'privacy.file.heading': 'When you save a file',
  'privacy.file.text':
    'The file passes through this server, which keeps no copy. The link to it is encrypted and works for six hours. Instagram or TikTok see your visit only if you open the post or a file on their own site.',
  'privacy.file.direct':
    'Most files come straight from the servers of Instagram or TikTok, in a new tab. The platform then sees your IP address, your browser and which file you open, as on its own site; it is not told that you come from here. Previews, sets, captions and files that the platform sends only to a server pass through this server, which keeps no copy. The links are encrypted and work for six hours.',
  'privacy.network.heading': 'Your IP address',
  'privacy.network.text':
    'The server uses your address to answer you. To keep anyone from overloading the site, it counts requests in memory under a code made from the address, with a key that changes every day. The software writes no address to its database or its log. The company that hosts the server, or a proxy in front of it, may keep a log of its own.',
  'privacy.counts.heading': 'What is counted',
  'privacy.counts.text':
    'Totals for each hour: how many previews and downloads worked or failed, on which platform and by which method, and how many bytes were sent. They name no visitor, no link and no post, and are deleted after {days} days. The log has a line for each preview and each interrupted download, also without visitor, link or post.',
  'privacy.counts.direct':
    'Totals for each hour: how many previews, and downloads through this server, worked or failed, on which platform and by which method, and how many bytes were sent. Files that a platform sends itself are not counted. The totals name no visitor, no link and no post, and are deleted after {days} days. The log has a line for each preview and each interrupted download, also without visitor, link or post.',
  'privacy.browser.heading': 'What your browser keeps',
  'privacy.browser.text':
    "Your choice of theme and of file names, when you last declined to install this site, a copy of the site's public settings, a large file that you save, until a later visit, a script that receives shared links and shows a page while this site can't be reached and, until you close the tab, the link in the form. They stay in your browser. Clear the data of this site there to delete them.",
  'privacy.accounts.heading': 'Accounts',
  'privacy.accounts.text':
    'Accounts are only for the people who run the site. For each, the server stores the name, the email address, a hash of the password, the open sessions with the name of the browser, and a log of changes. Signing in sets a cookie.',
  'privacy.contact.heading': 'Questions',

  'terms.lede': 'Using {title} means that you agree to the following.',
  'terms.use.heading': 'What it is for',
  'terms.use.text':
    'Save public posts for your own use, where you have the right to do so. Your use of a post is between you, its creator and the platform, whose own terms still apply.',
  'terms.limits.heading': 'What you may not do',
  'terms.limits.automation': 'automate it or resell it',
  'terms.limits.harm': "use it to harass anyone or to get around a creator's wishes",
  'terms.limits.claim': "present someone else's post as your own",
  'terms.limits.overload': 'try to overload it, or to get around its limits',
  'terms.service.heading': 'What you can expect',
  'terms.service.text':
    'The site is free of charge and offered as is, without any guarantee. It may be slow, fail to read a post or stop working when a platform changes. Heavy use may be slowed down, so that the site stays fast for everyone.',
  'terms.changes.heading': 'Changes',
  'terms.changes.text': 'These terms can change. The version on this page applies.',

  'dmca.lede':
    '{title} hosts no media. Each post is read from Instagram or TikTok when someone asks for it, and no copy is kept. Only the platform can take a post down for everyone, so report it there first.',
  'dmca.notice.heading': 'What a notice must contain',
  'dmca.notice.intro': 'If a link used here infringes your work, send a notice with:',
  'dmca.notice.post': 'the address of the post, and the address of your original work or a description of it',
  'dmca.notice.person': 'your name and an address at which you can be reached',
  'dmca.notice.goodFaith':
    'a statement that you believe in good faith that the use is not authorised by you, your agent or the law',
  'dmca.notice.accuracy':
    'a statement that the notice is accurate and, under penalty of perjury, that you own the right or act for its owner',
  'dmca.notice.signature': 'your signature, by hand or typed',
  'dmca.where.heading': 'Where to send it',
  'dmca.where.address': 'Send it to the person who runs {title}:',
  'dmca.where.none':
    'The person who runs {title} has not published an address for notices. Send the notice to Instagram or TikTok, which can remove the post for everyone.',
  'dmca.subject': 'DMCA notice',

  'copyright.lede': 'Posts belong to the people who made them. Saving a copy does not transfer any rights.',
  'copyright.copy.heading': 'For yourself',
  'copyright.copy.text':
    'A copy for yourself is allowed in many countries. Before you repost it or use it commercially, get permission.',
  'copyright.credit.heading': 'When you share',
  'copyright.credit.text': 'Name the creator and link to the original.',
  'copyright.music.heading': 'Music',
  'copyright.music.text':
    'The music in a post often has a different owner than the photos or video. Permission for one does not cover the other.',
  'copyright.quoting.heading': 'Quoting',
  'copyright.quoting.text':
    'Quoting, criticism and teaching may be allowed without asking. The rules depend on your country.',

  'contact.address': 'Write to the person who runs {title}:',
  'contact.none': 'The person who runs {title} has not published an email address.',
} as const;
