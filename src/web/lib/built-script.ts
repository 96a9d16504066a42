import { sitePath } from '#shared/base-path.ts';
import { SERVICE_WORKER_PATH } from '#shared/sharing.ts';
import { trustedTypes } from './trusted-types.ts';

/** Returns an address of a script that was built with this page; throws for any other. */
function checkAddress(address: string): string {
  const { origin, pathname, search } = new URL(address, location.href);
  const isBuilt = pathname === sitePath(SERVICE_WORKER_PATH) || pathname.startsWith(sitePath('/assets/'));
  if (origin !== location.origin || !isBuilt || search !== '') throw new TypeError('no built script');
  return address;
}

/** Undefined in browsers without Trusted Types. */
const policy = trustedTypes?.createPolicy('built-files', { createScriptURL: checkAddress });

/**
 * Returns the address of a worker's script in the form that Trusted Types demand: the service worker, or a file below `/assets`. Throws for
 * any other address.
 */
export const builtScript = (address: string): string =>
  policy?.createScriptURL(address) ?? checkAddress(address);
