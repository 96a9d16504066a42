import type { Readable } from 'node:stream';
import { ownEntry } from '#shared/own-entry.ts';

/** Policy for the hosts that a request and its redirects may go to. */
export interface HostPolicy {
  /** Returns whether the policy allows a host name, given in lower case without a trailing dot. */
  allows(hostname: string): boolean;
  /**
   * True only for an origin that the owner configures (PROVIDER_HOST, COBALT_URL): plain http, any port and private addresses are allowed.
   * Requests under a policy without `isOwnerOrigin` and `isLan` must use https on port 443 at a public address.
   */
  readonly isOwnerOrigin: boolean;
  /**
   * True for an origin that the owner confirmed to be in the local network: plain http and any port are allowed, but only addresses in the
   * local network.
   */
  readonly isLan?: boolean;
  /**
   * The only origin that a policy with `isOwnerOrigin` or `isLan` allows; another port or scheme of the same host is refused. Absent if the
   * policy allows every origin of its hosts.
   */
  readonly origin?: string;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Headers with credentials (cookies, authorization, keys, tokens, secrets) are dropped when a redirect leads to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly hosts: HostPolicy;
  /**
   * Maximum number of redirects that a GET follows, each checked like the first URL. One more redirect fails with `refused-redirect`. 0
   * (the default) returns the 3xx response.
   */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
  /** Time limit for the response headers in milliseconds, over all redirects together. */
  readonly headersTimeoutMs?: number;
  /** Longest time between two chunks of the body, in milliseconds. */
  readonly bodyTimeoutMs?: number;
  /**
   * Link of the post whose file is requested. The connection is used again only for files of the same post: if a network sends an extra
   * response on a kept connection, its bytes would be taken for the response to the next request.
   */
  readonly post?: string;
  /** True after a response that was not the requested file: no kept connection may be used. */
  readonly needsNewConnection?: boolean;
}

/**
 * Maximum size of the headers of a response in bytes. The platforms' pages send up to 40 KB, mostly two copies of a content security
 * policy.
 */
export const RESPONSE_HEADERS_MAX_BYTES = 64 * 1024;

/** Response of the outbound client, with a body that is still to be read. */
export interface OutboundResponse {
  readonly status: number;
  /** Header names in lower case; the values of a repeated header are joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every Set-Cookie line of all responses in the chain of redirects, unparsed. */
  readonly setCookies: readonly string[];
  /** URL that responded, after redirects. */
  readonly url: string;
  /** Bytes as sent, not decompressed. Call `destroy()` if the body is not read, to free the connection. */
  readonly body: Readable;
}

/** Body of a media response: the part of a Readable that consumers of media use, and `release`. A new body is paused. */
export interface MediaBody {
  on(event: 'data', listener: (chunk: Buffer) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'end' | 'close', listener: () => void): this;
  off(event: 'data', listener: (chunk: Buffer) => void): this;
  off(event: 'error', listener: (error: Error) => void): this;
  off(event: 'end' | 'close', listener: () => void): this;
  pause(): unknown;
  resume(): unknown;
  destroy(error?: Error): unknown;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  readonly errored: Error | null;
  /**
   * Reports, once per chunk, that the consumer no longer uses a chunk of a `data` event. The memory of the chunk may then be read into
   * again. Reading may stop while too many chunks are in use.
   */
  release(chunk: Buffer): void;
}

/** Response to a media request. For statuses other than 2xx the body may be empty, because only the head of such a response is of use. */
export interface MediaResponse extends Omit<OutboundResponse, 'body'> {
  readonly body: MediaBody;
}

/**
 * Reason why a request failed, or why its body could not be read. `refused-*`: the refused address was not contacted. `proxy-*`: the
 * owner's proxy does not answer, or rejects the credentials or the destination.
 */
export type OutboundFault =
  | 'refused-address'
  | 'refused-host'
  | 'refused-redirect'
  | 'unresolved'
  | 'unreachable'
  | 'proxy-unreachable'
  | 'proxy-refused'
  | 'timeout'
  | 'bad-answer'
  | 'too-large';

/** Failure of an outbound request. The message never contains the address, because messages are logged. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly fault: OutboundFault;
  /** Private, so that no error serializer writes the host name to a log. */
  readonly #hostname: string | null;
  constructor(fault: OutboundFault, options: { cause?: unknown; hostname?: string } = {}) {
    super(`upstream request failed: ${fault}`, 'cause' in options ? { cause: options.cause } : {});
    this.fault = fault;
    this.#hostname =
      options.hostname ?? (options.cause instanceof OutboundError ? options.cause.hostname : null);
  }

  /** Host name that the host policy refused, in the request or in a redirect; null for every other fault. */
  get hostname(): string | null {
    return this.#hostname;
  }
}

const FAULT_OF_CODE: Readonly<Record<string, OutboundFault>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad-answer',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad-answer',
  UND_ERR_INVALID_ARG: 'refused-address',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Converts an error of the HTTP library or of a socket to an OutboundError, with the original error as its cause. Returns an OutboundError
 * unchanged.
 */
export const toOutboundError = (error: unknown): OutboundError => {
  if (error instanceof OutboundError) return error;
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  const fault = isParserError ? 'bad-answer' : (ownEntry(FAULT_OF_CODE, codeOf(error)) ?? 'unreachable');
  return new OutboundError(fault, { cause: error });
};

/** SSRF-safe HTTP client for all requests that the server itself sends to other hosts; `createOutboundClient` states the limits. */
export interface OutboundClient {
  /** Sends a request and resolves when the response headers arrive. Rejects with OutboundError, or with the signal's reason on abort. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Outbound client that also requests media files. */
export interface MediaClient extends OutboundClient {
  /**
   * Sends a GET request for a file. Does the same as `request`, but reads the body with as little work per byte as possible where the
   * response permits it.
   */
  requestMedia(
    request: Omit<OutboundRequest, 'method' | 'body'> & { readonly post: string },
  ): Promise<MediaResponse>;
}
