const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (rows: typeof BROWSERS, userAgent: string): string | undefined =>
  rows.find(([mark]) => mark.test(userAgent))?.[1];

/** What a person calls the browser behind a user agent, "Firefox on Android": all that is kept of it. */
export const browserLabel = (userAgent: string | undefined): string => {
  const text = userAgent?.slice(0, 512) ?? '';
  const browser = nameIn(BROWSERS, text) ?? 'A browser';
  const system = nameIn(SYSTEMS, text);
  return system === undefined ? browser : `${browser} on ${system}`;
};
