import { exactHosts } from './host-policy.ts';
import { type OutboundClient, OutboundError } from './outbound-client.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends a JSON text to an address of the owner's choice, under the outbound client's rules for any other: https, at a public address
 * unless a route leads elsewhere, no redirects. Gives whether it was taken; tells nothing of the address.
 */
export const postJson = async (
  outbound: OutboundClient,
  address: string,
  json: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const ends = AbortSignal.any([AbortSignal.timeout(2 * TIMEOUT_MS), signal]);
  try {
    const { status, body } = await outbound.request({
      url: address,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: json,
      hosts: exactHosts([URL.parse(address)?.hostname ?? '']),
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
