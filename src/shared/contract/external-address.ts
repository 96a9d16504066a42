import { LINK_MAX_CHARACTERS } from '../limits.ts';

/** `invalid`: no whole https address, or one with a user in it. `out_of_reach`: one nothing is ever sent to. */
export type AddressRefusal = 'invalid' | 'out_of_reach';

type ExternalAddress =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly why: AddressRefusal };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const MISLEADING = /[\u0000-\u001f\u007f]/u;
/** However an IPv4 address is written, the URL parser makes it four numbers; one of version 6 it puts in brackets. */
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/u;

const refused = (why: AddressRefusal): ExternalAddress => ({ ok: false, why });

/**
 * Reads where the panel has the server send something, alerts or links, by the rule the outbound client has for addresses that are not the
 * environment's: only encrypted (the address itself is often the secret), no user in it (it would end in the log of every proxy between), a host name, the
 * usual port. Gives the address as it is kept.
 */
export const parseExternalAddress = (text: string): ExternalAddress => {
  const typed = text.trim();
  if (MISLEADING.test(typed) || !URL.canParse(typed)) return refused('invalid');
  const { href, protocol, username, password, hostname, port } = new URL(typed);
  if (protocol !== 'https:' || username !== '' || password !== '' || href.length > LINK_MAX_CHARACTERS)
    return refused('invalid');
  // A name without a dot is one of this machine or its own network.
  const isName = !IP_ADDRESS.test(hostname) && hostname.replace(/\.$/u, '').includes('.');
  return isName && port === '' ? { ok: true, url: href } : refused('out_of_reach');
};
