import { exactHosts, lanOrigin } from './host-policy.ts';
import { type OutboundClient, OutboundError } from './outbound-client.ts';

const TIMEOUT_MS = 10_000;

/**
 * Posts JSON to a URL that the owner chose, without redirects. The outbound client applies its usual checks: https only, and a public
 * address unless UPSTREAM_ROUTES redirects the host; with `isLan`, http too, and only an address in the local network. Returns whether the
 * response status is 2xx; false also stands for a refused URL, a network failure, the time limit of 20 seconds and an abort, so that the
 * result does not distinguish these cases.
 */
export const postJson = async (
  outbound: OutboundClient,
  address: string,
  json: string,
  signal: AbortSignal,
  isLan = false,
): Promise<boolean> => {
  const ends = AbortSignal.any([AbortSignal.timeout(2 * TIMEOUT_MS), signal]);
  try {
    const { status, body } = await outbound.request({
      url: address,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: json,
      hosts: isLan ? lanOrigin(address) : exactHosts([URL.parse(address)?.hostname ?? '']),
      headersTimeout: TIMEOUT_MS,
      signal: ends,
    });
    body.on('error', () => undefined);
    body.destroy();
    return status >= 200 && status < 300;
  } catch (error) {
    if (error instanceof OutboundError || ends.aborted) return false;
    throw error;
  }
};
