/** Request headers that delivery networks require. */
const SENT_FOR_MEDIA =
  /^(?:accept|accept-language|cookie|origin|referer|user-agent|sec-fetch-(?:dest|mode|site))$/;

/** Filters the headers of a media file to those that may be sent to its delivery network. Expects header names in lower case. */
export const mediaHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SENT_FOR_MEDIA.test(name)));
