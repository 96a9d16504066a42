const APPS = [
  ['Instagram', /\bInstagram\b/u],
  ['TikTok', /musical_ly|BytedanceWebview|TikTok|\btrill_/iu],
  ['Facebook', /\bFB(?:AN|AV|_IAB)\b/u],
] as const;

/**
 * Returns the name of the app whose built-in browser shows this page; null in any other browser. A built-in browser may download a link; a
 * file that the page itself creates is lost there without an error.
 */
export const inAppBrowser = (userAgent: string = navigator.userAgent): string | null =>
  APPS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
