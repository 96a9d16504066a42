/** What a delivery network may ask for. */
const SENT_FOR_MEDIA =
  /^(?:accept|accept-language|cookie|origin|referer|user-agent|sec-fetch-(?:dest|mode|site))$/;

/** Gives those of a file's headers that are sent to its delivery network, and nothing else. Names in lower case. */
export const mediaHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SENT_FOR_MEDIA.test(name)));
