/** A place where Savelet differs from its specification on purpose, or fills what the specification leaves open. */
interface Difference {
  /** The specification's words. */
  readonly specification: string;
  readonly savelet: string;
  readonly why: string;
}

/** Every deliberate difference. The tests of the lines concerned carry its key in their title and assert what Savelet does. */
const DIFFERENCES = {
  'engine-chain': {
    specification: 'Video extraction is done by a third-party video-extraction API (see section 7).',
    savelet:
      'A chain of engines behind one interface, in the owner’s order: a provider as specified, the built-in reader of public post pages, yt-dlp, a cobalt instance, and built-in sample posts.',
    why: 'A site works without an account at a provider, and keeps working when one method fails.',
  },
  'provider-fields': {
    specification: 'What that provider does beyond the response fields read is not shown.',
    savelet:
      'Only the fields named are needed. Further ones that common providers send (author, width, height) are used when present.',
    why: 'Left open.',
  },
  'unknown-address': {
    specification: '/* (public home)',
    savelet:
      'An unknown path shows the public page with the line “This page isn’t here” and status 404. Links appended to the address, and post paths, start their preview with status 200.',
    why: 'Search engines and people learn that the address is wrong.',
  },
  'content-cleaned': {
    specification:
      'Optional content section: shows the stored admin HTML when it is non-empty; otherwise nothing.',
    savelet: 'The HTML is cleaned by an allow-list when it is saved and again when it is shown.',
    why: 'Stored HTML must not run scripts in a visitor’s browser.',
  },
  'maintenance-enforced': {
    specification: 'Maintenance overlay: full screen when maintenance mode is on.',
    savelet:
      'Besides the overlay, the server answers the page, previews and new downloads with 503. Running downloads finish; signed-in administrators pass.',
    why: 'An overlay alone does not stop requests.',
  },
  'header-button': {
    specification: 'A Download button scrolls to the hero.',
    savelet: 'It does. While a result is open it reads “New link”.',
    why: 'Beside the result’s own button, two that read Download would do different things.',
  },
  'navbar-fields': {
    specification: 'Its individual fields are not shown.',
    savelet:
      'Header links (label, target, visible, new tab), the button, the sticky header and the theme switch.',
    why: 'Left open.',
  },
  'any-duration': {
    specification: 'duration (seconds; parsed only from the form m:ss, otherwise 0)',
    savelet: 'Also numbers, milliseconds and h:mm:ss.',
    why: 'The other forms are what engines send.',
  },
  'known-author': {
    specification: "username (taken from the link, default 'unknown')",
    savelet:
      'The author that the post names; else the one in the link; else “unknown”, which the page does not show.',
    why: 'Most links do not contain the author.',
  },
  'account-fields': {
    specification: 'Stored fields of an administrator account beyond email and display name are not shown.',
    savelet:
      'A hash of the password, the role, and the times of creation, change and last sign-in. No address and no device.',
    why: 'Left open.',
  },
  'server-settings': {
    specification: 'Browser-stored settings (local browser storage, no server)',
    savelet:
      'The server stores the settings. Every open page writes the same five storage keys and raises the same five window events within a second of a save; the navbar has a sixth of each.',
    why: 'Settings of one browser would not reach any visitor.',
  },
  'tab-from-link': {
    specification: 'The admin-side home also offers a video/other type selector.',
    savelet: 'One form for everybody. The type is selected from the link; a choice made by hand counts.',
    why: 'The administrator uses the same page as visitors.',
  },
  'loading-controls': {
    specification: 'both input and button are disabled',
    savelet:
      'While loading, the input cannot be edited and the button does nothing; both say so (aria-disabled) and keep the focus. A Cancel button is beside them.',
    why: 'A disabled element loses the keyboard’s focus, and so the visitor’s place on the page.',
  },
  'sound-first': {
    specification: 'the first quality is preselected',
    savelet: 'The first one with sound, if a larger one before it is silent.',
    why: 'A clip without its sound is rarely what somebody wants.',
  },
  'real-save': {
    specification:
      'Save shows a saving state with a simulated delay of about one second, then clears the flag.',
    savelet: 'The saving state lasts as long as the request, and at least 400 ms so that it can be seen.',
    why: 'The save is real.',
  },
  'toast-types': {
    specification: 'types blank, error, success, loading, custom',
    savelet:
      'Blank, error and success toasts exist. Waiting is shown where it happens: in the button, the card and the download panel.',
    why: 'A toast that stays for as long as something loads would cover what it reports on.',
  },
  'toast-stack': {
    specification: 'At most 20 are shown at once.',
    savelet: 'Three are shown, the others of the 20 behind “Show all”; on a phone, the most important one.',
    why: 'Twenty would cover the page.',
  },
  'more-links': {
    specification: 'Accepted patterns',
    savelet:
      'A superset of the specified links: also /reels/, /stories/, /share/, /{user}/p/, instagr.am, m. hosts, vm. and vt.tiktok.com, /t/, /photo/, tracking queries, and a link inside a sentence.',
    why: 'People paste what the apps’ share menus produce.',
  },
  'server-checks-links': {
    specification: 'Server-side validation of links is not shown.',
    savelet:
      'The server checks every link with the function that the page uses, and answers 400 “Invalid Instagram/TikTok URL format”.',
    why: 'Requests do not have to come from the page.',
  },
  'media-without-quality': {
    specification: 'A quality option is kept only if it has both a url and a quality.',
    savelet:
      'An option without a url is dropped. One without a quality is kept, and named by its dimensions or its kind.',
    why: 'A file that can be saved is better than none.',
  },
  'weak-passwords': {
    specification: 'password at least 6 characters',
    savelet:
      'Passwords of 6 and more characters are accepted unless they are common ones: “Password is too weak.”',
    why: 'The specification has this sentence, and common passwords are guessed first.',
  },
  'svg-logos': {
    specification: 'must be an image type',
    savelet: 'SVG is rejected with the same sentence. Other images are encoded again by the server.',
    why: 'SVG can contain scripts.',
  },
  'social-addresses': {
    specification: 'the URL must parse',
    savelet:
      'It must be an http, https or ftp address of a host with a dot in its name. Any other has the same sentence.',
    why: 'An address such as javascript: would run in a visitor’s page.',
  },
  approval: {
    specification: 'any signed-in account is shown as Administrator and may use the whole admin panel',
    savelet:
      'Whoever holds the setup code of the first start is the owner. Other accounts wait for the owner’s approval. SIGNUP=open is the specification to the letter.',
    why: 'Otherwise any stranger could rewrite the site.',
  },
  roles: {
    specification: 'Finer roles or approval of new accounts: not shown.',
    savelet:
      'Three roles: owner, administrator and waiting. Only the owner manages accounts and engines’ keys.',
    why: 'Left open.',
  },
  'key-on-server': {
    specification: 'the key is embedded in the client',
    savelet:
      'Key and host of the provider are in the server’s environment or sealed in its database. The browser only calls its own origin.',
    why: 'A key in a page belongs to everybody.',
  },
  tunnel: {
    specification: 'GET on the chosen quality url',
    savelet:
      'The quality url is a link of this site: the server streams the file from the delivery network. With DELIVERY=direct as specified: the anchor is a link of this site that redirects there, if the file needs no headers or cookies; sets come through this site.',
    why: 'Delivery networks refuse pages of other sites, and see the visitor.',
  },
  'own-download': {
    specification: 'The result is saved as a file blob',
    savelet:
      'A file too large for memory and disk, and every file inside the Instagram, TikTok or Facebook app, is the browser’s own download of the same link, which ends without the success toast. Sets can also become a ZIP, go into a folder or to the phone’s photos.',
    why: 'A blob vanishes in those apps without an error. The page cannot see how the browser’s own download ends.',
  },
  'direct-unseen': {
    specification: "success 'Download completed successfully!'.",
    savelet:
      'With DELIVERY=direct, a file that the platform sends ends as “Opened in a new tab from Instagram” (or TikTok), with the name to give it. The anchor has no `download` attribute: Chromium would open the platform’s file in the place of the page.',
    why: 'The page sees no byte of it, so it cannot know whether it was saved.',
  },
  'true-progress': {
    specification: 'simulated progress: 10, then a random 70 to 90 every 500 ms, then 100 after 2 seconds',
    savelet:
      'Progress counts the bytes that arrived, for every file. Only with DELIVERY=direct the steps are simulated as specified, for files that the platform sends, and called an estimate.',
    why: 'No invented number is shown as a fact.',
  },
  'download-fallback': {
    specification:
      "If the streaming fetch fails, it falls back to the direct download. If that also fails it opens the url in a new tab and raises 'Download failed: ...'.",
    savelet:
      "If the fetch cannot start, the same link as the browser’s own download; if the server cannot reach the file, the platform’s link in a new tab; else 'Download failed: ...'. A download that broke off is resumed, never saved incomplete. With DELIVERY=direct in the specified order.",
    why: 'A fallback would hide an incomplete file.',
  },
  filename: {
    specification: '_{date}.mp4',
    savelet:
      '{platform}_{type}_{id}[_{suffix}]_{date}.{extension}: each platform has its own name, each file its own extension.',
    why: 'A photo or a sound saved as .mp4 does not open.',
  },
  'own-accounts': {
    specification: 'Admin authentication (third-party identity provider)',
    savelet: 'Accounts, sessions and password hashes are the server’s own.',
    why: 'A site needs no account at a third party, and its pages make no third-party request.',
  },
  'auth-payloads': {
    specification: 'Payloads beyond these fields and the response shapes are not shown.',
    savelet: 'Described by GET /api/openapi.json.',
    why: 'Left open.',
  },
  'no-document-database': {
    specification:
      'A third-party document database client is present in the product, but what the product stores in it is not shown.',
    savelet: 'There is none; the server’s database (SQLite or PostgreSQL) holds what is stored.',
    why: 'Nothing used it.',
  },
  'blocked-tab': {
    specification:
      'Instructions for a browser-blocked download exist, but when they are triggered is not shown.',
    savelet: 'They open with “Show me how” when the browser blocked the new tab of the last fallback.',
    why: 'Left open.',
  },
  'newer-format': {
    specification: "hd becomes '720p HD'",
    savelet: 'A file in H.265 reads “720p, newer format”.',
    why: 'Older programs do not play it.',
  },
  'measured-sizes': {
    specification:
      'If a size is missing it is estimated as about 5 MB times a random factor between 0.75 and 1.25.',
    savelet:
      'A missing size is asked from the delivery network. Only where that fails the estimate is used: it reads “about 5 MB”, or says that the size is unknown where several files would show the same estimate.',
    why: 'No invented number is shown as a fact.',
  },
  'bundled-editor': {
    specification:
      'Rich-text editor version 47.1.0, loaded from a content delivery network with premium features.',
    savelet: 'A free editor that is part of the build, with the specified headings and sizes.',
    why: 'No third-party request, no licence.',
  },
  'provider-limits': {
    specification:
      'Server-side rate limits or quotas of the video-extraction provider beyond HTTP 429: not shown.',
    savelet: 'HTTP 429 ends as “Rate limit exceeded”. A retry time that the provider names is obeyed.',
    why: 'Left open.',
  },
} as const satisfies Record<string, Difference>;

type DifferenceKey = keyof typeof DIFFERENCES;

/** Returns the title of a test about a line from which Savelet differs: the line, and the key of the difference. */
export const differs = (key: DifferenceKey, line: string): string => `${line} [${key}]`;

const HEADING = `# Differences from the specification

\`tests/specification\` quotes the specification line by line and proves each line on the running product. These are the lines from which
Savelet differs on purpose, and those that the specification leaves open. Texts, routes, limits and storage keys stay as specified. This
page is written from \`tests/specification/differences.ts\` by \`npm test -- tests/architecture/specification -u\`.

| key | specification | Savelet | why |
|---|---|---|---|
`;

/** Returns the text of docs/specification-differences.md. */
export const differencesPage = (): string => {
  const rows = Object.entries<Difference>(DIFFERENCES).map(
    ([key, { specification, savelet, why }]) => `| ${key} | “${specification}” | ${savelet} | ${why} |\n`,
  );
  return HEADING + rows.join('');
};
