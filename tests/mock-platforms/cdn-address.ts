import { PLATFORM_IDS } from '../../src/shared/platforms/platforms.ts';
import { TEST_PLATFORMS } from '../platforms/test-platforms.ts';
import type { MockDelivery, ReadQuery } from './mock-platform.ts';
import type { MockRendition } from './post.ts';
import { signatureOf } from './signature.ts';

/**
 * The parts of a media URL. As on the real networks, a film's URL is signed, expires, and is bound to the page load
 * that contained it.
 */
export interface ReadAddress extends Omit<ReadQuery, 'signature'> {
  readonly path: string;
  readonly signed: boolean;
}

const networks = PLATFORM_IDS.map((id) => TEST_PLATFORMS[id].mock.delivery);

/** Finds the delivery network of a host; null for a host that serves no media. */
export const deliveryOf = (host: string): MockDelivery | null =>
  networks.find(({ hosts }) => hosts.test(host)) ?? null;

/** Builds the URL of a file as page load number `reading` would contain it. */
export const addressOf = (file: MockRendition, reading: number): string => {
  const network = deliveryOf(file.host);
  if (network === null) throw new Error(`${file.host} is no delivery host of the mock platforms`);
  return network.addressOf(file, reading);
};

/** Parses a URL that `addressOf` built. */
export const readAddress = (url: URL, network: MockDelivery): ReadAddress => {
  const { signature, ...read } = network.readQuery(url.searchParams);
  return {
    ...read,
    path: url.pathname,
    signed: signature === signatureOf(url.pathname, read.reading),
  };
};
