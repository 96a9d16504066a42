import type { Readable } from 'node:stream';

/** Decides which host names a request, and every redirect of it, may go to. Names arrive in lower case without a trailing dot. */
export interface HostPolicy {
  allows(hostname: string): boolean;
  /**
   * True only for an origin the owner named himself (PROVIDER_HOST, COBALT_URL): plain http, any port and a private
   * address are then in order. Everything else is https on port 443 at a public address.
   */
  readonly ownersOwn: boolean;
  /** The one origin an owner's policy is about; another port or scheme of the same host is then refused. */
  readonly origin?: string;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Names in lower case. Cookies, authorisation and keys are dropped when a redirect crosses to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly hosts: HostPolicy;
  /** Redirects followed by hand, each checked like the first address. 0 hands the 3xx answer back. */
  readonly redirects?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds until the answer's headers must be there. */
  readonly headersTimeout?: number;
  /** Milliseconds between two pieces of the body. */
  readonly bodyTimeout?: number;
}

export interface OutboundResponse {
  readonly status: number;
  /** Lower-case names; a header sent twice is joined with ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every set-cookie line, unparsed, of all hops. */
  readonly setCookies: readonly string[];
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Raw bytes as sent; call `destroy()` when they are not wanted. */
  readonly body: Readable;
}

/** Why the outbound client could not bring an answer. `refused-*` means nothing was contacted. */
export type OutboundFault =
  | 'refused-address'
  | 'refused-host'
  | 'refused-redirect'
  | 'unresolved'
  | 'unreachable'
  | 'timeout'
  | 'bad-answer'
  | 'too-large';

/** A fault between us and an upstream. Its message never holds the address: messages reach the log. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly fault: OutboundFault;
  /** Private, so that no serialiser of errors writes it to a log. */
  readonly #hostname: string | null;
  constructor(fault: OutboundFault, options: { cause?: unknown; hostname?: string } = {}) {
    super(`upstream request failed: ${fault}`, 'cause' in options ? { cause: options.cause } : {});
    this.fault = fault;
    this.#hostname =
      options.hostname ?? (options.cause instanceof OutboundError ? options.cause.hostname : null);
  }

  /** The host name that was refused, of the request or of a redirect; null for every other fault. */
  get hostname(): string | null {
    return this.#hostname;
  }
}

/** The one way out of the server. */
export interface OutboundClient {
  /** Sends one request and resolves when the headers are there. Rejects with OutboundError, or with the signal's reason on abort. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Ends every connection. */
  close(): Promise<void>;
}
