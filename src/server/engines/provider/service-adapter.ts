import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import type { OutboundRequest } from '../../outbound/outbound-client.ts';
import type { EngineOutcome } from '../../platforms/reading/engine-outcome.ts';

/** Converts a file URL in a response of a service to a file; null if it is missing or not usable. */
export type SourceReader = (address: unknown) => UpstreamFile | null;

/** How Savelet requests a post from an extraction service, and how it reads the response. */
export interface ServiceAdapter {
  /** Platforms that the service reads, stories included. */
  readonly platforms: readonly PlatformId[];
  /** Host names, with their subdomains, that serve files besides the delivery networks of the platforms. */
  readonly fileHosts: readonly string[];
  /** Whether addresses without a host, and files on the service's own host, are the service's. */
  readonly ownFiles: boolean;
  /** Builds the request for a post; `path` follows the address of the service. The engine adds the key. */
  readonly request: (
    link: ParsedLink,
  ) => Pick<OutboundRequest, 'method' | 'headers' | 'body'> & { readonly path: string };
  /** Reads the JSON of an answer, undefined if it was none, as a post or a failure. Never throws. */
  readonly read: (answer: unknown, link: ParsedLink, sourceOf: SourceReader) => EngineOutcome;
}
