const APPS = [
  ['Instagram', /\bInstagram\b/u],
  ['TikTok', /musical_ly|BytedanceWebview|TikTok|\btrill_/iu],
  ['Facebook', /\bFB(?:AN|AV|_IAB)\b/u],
] as const;

/**
 * Returns the name of the app whose own browser shows this page, or null. Such a browser follows attachment links at best; a file
 * that the page makes vanishes in it without an error.
 */
export const inAppBrowser = (agent: string = navigator.userAgent): string | null =>
  APPS.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;
