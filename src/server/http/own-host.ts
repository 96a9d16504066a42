import type { Config } from '../config/config.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Gives a test for the Host header: PUBLIC_URL's host when it is set, else any loopback name at any port.
 * A foreign name is refused (421) so that neither a rebinding site nor a poisoned cache can speak for us.
 */
export const ownHostTest = ({ publicUrl, publicUrlGiven }: Pick<Config, 'publicUrl' | 'publicUrlGiven'>) => {
  const own = new URL(publicUrl);
  return (hostHeader: string | undefined): boolean => {
    const asked = hostHeader === undefined ? null : URL.parse(`${own.protocol}//${hostHeader}`);
    if (asked === null || asked.pathname !== '/' || asked.username !== '') return false;
    return publicUrlGiven ? asked.host === own.host : LOOPBACK_NAMES.has(asked.hostname);
  };
};
