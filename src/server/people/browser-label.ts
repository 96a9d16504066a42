/** Browsers by a pattern in their user agent. The first match counts, because most user agents also name Chrome or Safari. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (rows: typeof BROWSERS, userAgent: string): string | undefined =>
  rows.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns a readable name for a user agent, such as "Firefox on Android". The server stores only this name, never the user agent. */
export const browserLabel = (userAgent: string | undefined): string => {
  const text = userAgent?.slice(0, 512) ?? '';
  const browser = nameIn(BROWSERS, text) ?? 'A browser';
  const system = nameIn(SYSTEMS, text);
  return system === undefined ? browser : `${browser} on ${system}`;
};
