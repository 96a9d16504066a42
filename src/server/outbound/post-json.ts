import { exactHosts, lanOrigin } from './host-policy.ts';
import { type OutboundClient, OutboundError } from './outbound-client.ts';

const TIMEOUT_MS = 10_000;

/**
 * Posts JSON to a URL that the owner chose, without redirects. The outbound client applies its usual checks: https only, and a public
 * address unless UPSTREAM_ROUTES redirects the host; with `isLan`, http too, and only an address in the local network. Returns whether the
 * response status is 2xx; false also stands for a refused URL, a network failure, the time limit of 20 seconds and an abort, so that the
 * result does not distinguish these cases. With `isLan`, rejects with TypeError unless `url` is an absolute URL.
 */
export const postJson = async (
  outbound: OutboundClient,
  url: string,
  json: string,
  signal: AbortSignal,
  isLan = false,
): Promise<boolean> => {
  const deadline = AbortSignal.any([AbortSignal.timeout(2 * TIMEOUT_MS), signal]);
  try {
    const { status, body } = await outbound.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: json,
      hosts: isLan ? lanOrigin(url) : exactHosts([URL.parse(url)?.hostname ?? '']),
      headersTimeoutMs: TIMEOUT_MS,
      signal: deadline,
    });
    body.on('error', () => undefined);
    body.destroy();
    return status >= 200 && status < 300;
  } catch (error) {
    if (error instanceof OutboundError || deadline.aborted) return false;
    throw error;
  }
};
