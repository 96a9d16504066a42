import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { exactHosts, hostsUnder, isAddressLiteral, ownerOrigin } from '../../outbound/host-policy.ts';
import type { UpstreamFile } from '../../outbound/media-source.ts';
import type { HostPolicy, OutboundRequest } from '../../outbound/outbound-client.ts';
import type { EngineOutcome } from '../../platforms/failures.ts';
import { textField } from './answer-fields.ts';

/** Converts a file URL in a response of a service to a file; null if the URL is missing or not usable. */
export type SourceReader = (address: unknown) => UpstreamFile | null;

/** How Savelet requests a post from an extraction service, and how it reads the response. */
export interface ServiceAdapter {
  /** Platforms that the service reads, stories included. */
  readonly platforms: readonly PlatformId[];
  /** Host names, with their subdomains, that serve files besides the delivery networks of the platforms. */
  readonly fileHosts: readonly string[];
  /** Whether the service serves files from its own host. File URLs without a host are then resolved against that host. */
  readonly servesFiles: boolean;
  /** Builds the request for a post; `path` follows the base URL of the service. The engine adds the key. */
  readonly request: (
    link: ParsedLink,
  ) => Pick<OutboundRequest, 'method' | 'headers' | 'body'> & { readonly path: string };
  /** Converts the JSON of a response (undefined if the response was not JSON) to a post or a failure. Never throws. */
  readonly read: (answer: unknown, link: ParsedLink, fileAtUrl: SourceReader) => EngineOutcome;
}

/** Extraction service that the provider engine calls. */
export interface ProviderService {
  /** Base URL of the service, with http or https. */
  readonly baseUrl: string;
  /** Key; null if the service has none. */
  readonly apiKey: string | null;
  /** Whether the service is configured in the environment. Only then plain http and private addresses are allowed. */
  readonly isFromEnvironment: boolean;
  readonly adapter: ServiceAdapter;
}

const URL_MAX_CHARACTERS = 4_096;

/**
 * Parses an http or https URL without credentials and of at most URL_MAX_CHARACTERS; null for any other value. `base` is the URL against
 * which a value that starts with a slash is resolved; without it, `//host/…` becomes https.
 */
const httpUrl = (value: string, base: string | undefined): URL | null => {
  const complete = base === undefined && value.startsWith('//') ? `https:${value}` : value;
  const url =
    value.length > URL_MAX_CHARACTERS ? null : URL.parse(complete, value.startsWith('/') ? base : undefined);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.username === '' && url.password === '' ? url : null;
};

/**
 * Creates the function that converts file URLs in the responses of a service. It marks a file on a host of the service with `via:
 * 'provider'`. A marked file is requested under `filePolicy`, any other file only from the delivery networks of the platforms.
 */
export const createSourceReader = ({ baseUrl, adapter }: ProviderService): SourceReader => {
  const { fileHosts, servesFiles } = adapter;
  const listed = hostsUnder(fileHosts);
  const { hostname: own, origin } = new URL(baseUrl);
  return (address) => {
    const text = textField.parse(address);
    const url = text === null ? null : httpUrl(text, servesFiles ? baseUrl : undefined);
    if (url === null) return null;
    const isOfService = listed.allows(url.hostname) || (servesFiles && url.hostname === own);
    // Only the service itself may be without TLS.
    if (url.origin !== origin && !isAddressLiteral(url.hostname)) url.protocol = 'https:';
    return {
      kind: 'upstream',
      url: url.href,
      headers: {},
      ...(isOfService ? { via: 'provider' as const } : {}),
    };
  };
};

const isPublicOrigin = (url: string): boolean => {
  const { protocol, port, hostname } = new URL(url);
  return protocol === 'https:' && port === '' && !isAddressLiteral(hostname) && hostname.includes('.');
};

/**
 * Returns the policy for requests of posts from a service, which allows only the service's host. It allows plain http and private addresses
 * only if the environment names the service.
 */
export const callPolicy = ({ baseUrl, isFromEnvironment }: ProviderService): HostPolicy =>
  isFromEnvironment ? ownerOrigin(baseUrl) : exactHosts([new URL(baseUrl).hostname]);

/**
 * Returns the policy for a file that `createSourceReader` marked. It allows the listed file hosts of the service, the service's own host if
 * it serves files, and `delivery`, the delivery networks to which services redirect. If the environment names a service without a public
 * https host, files at the service's origin come only from that origin.
 */
export const filePolicy = (service: ProviderService, url: string, delivery: HostPolicy): HostPolicy => {
  const { baseUrl, isFromEnvironment, adapter } = service;
  const isOwn = adapter.servesFiles && URL.parse(url)?.origin === new URL(baseUrl).origin;
  if (isOwn && isFromEnvironment && !isPublicOrigin(baseUrl)) return ownerOrigin(baseUrl);
  const listed = hostsUnder(adapter.fileHosts);
  const own = exactHosts(adapter.servesFiles ? [new URL(baseUrl).hostname] : []);
  return {
    isOwnerOrigin: false,
    allows: (hostname) => own.allows(hostname) || listed.allows(hostname) || delivery.allows(hostname),
  };
};
