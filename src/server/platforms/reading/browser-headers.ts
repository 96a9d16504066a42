/** User agent of the desktop browser that the engine imitates. The engine never identifies itself as a crawler. */
export const DESKTOP_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
/** User agent of the mobile browser that the engine imitates. */
export const MOBILE_USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const NAVIGATION: Readonly<Record<string, string>> = {
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
};

/** Headers that desktop Chrome sends when it opens a page. Without the whole set, Instagram returns a page without data. */
export const DESKTOP_NAVIGATION: Readonly<Record<string, string>> = {
  ...NAVIGATION,
  'user-agent': DESKTOP_USER_AGENT,
  'accept-encoding': 'gzip, deflate, br, zstd',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'sec-ch-ua': '"Chromium";v="148", "Google Chrome";v="148", "Not/A)Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
};

/** Headers that Safari on an iPhone sends when it opens a page. Safari sends no client hints. */
export const MOBILE_NAVIGATION: Readonly<Record<string, string>> = {
  ...NAVIGATION,
  'user-agent': MOBILE_USER_AGENT,
  'accept-encoding': 'gzip, deflate, br',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

/** Headers of a desktop browser's script that requests JSON. */
export const DESKTOP_JSON: Readonly<Record<string, string>> = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'user-agent': DESKTOP_USER_AGENT,
  accept: 'application/json',
};
