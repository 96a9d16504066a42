import https from 'node:https';
import net, { isIPv6, type LookupFunction, type NetConnectOpts, type Socket } from 'node:net';
import type { SocksProxy } from 'socks';
import { type ProxyAddress, parseProxyAddress } from '../base/config/proxy-address.ts';
import { http } from './node-http.ts';
import { OutboundError, toOutboundError } from './outbound-client.ts';

/**
 * Proxy of the owner's choice. Its address with the credentials is a private field, so that neither a log nor an error that
 * contains the object shows it.
 */
export class OutboundProxy {
  readonly #address: ProxyAddress;

  /** Throws TypeError for a URL that the configuration rejects. */
  constructor(address: string) {
    this.#address = parseProxyAddress(address);
  }

  /**
   * Opens a connection to a host through the proxy. `lookup` resolves the name for `socks5` only. `timeout` is in
   * milliseconds. Rejects with OutboundError, whose cause is never the library's error: that one contains the credentials.
   */
  async open(
    { hostname, port }: { readonly hostname: string; readonly port: number },
    { lookup, timeout }: { readonly lookup: LookupFunction; readonly timeout: number },
  ): Promise<Socket> {
    const { scheme } = this.#address;
    if (scheme === 'http' || scheme === 'https') return this.#connectByHttp(`${hostname}:${port}`, timeout);
    if (scheme === 'socks5h') return this.#connectBySocks({ host: hostname, port }, timeout);
    const ends = Date.now() + timeout;
    let failure = new OutboundError('unresolved');
    for (const host of await addressesOf(hostname, lookup)) {
      if (Date.now() >= ends) throw new OutboundError('timeout');
      try {
        return await this.#connectBySocks({ host, port }, ends - Date.now());
      } catch (error) {
        if (!(error instanceof OutboundError) || error.fault !== 'unreachable') throw error;
        failure = error;
      }
    }
    throw failure;
  }

  #connectByHttp(target: string, timeout: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const request = (this.#address.scheme === 'https' ? https : http).request({
        host: this.#address.host,
        port: this.#address.port,
        method: 'CONNECT',
        path: target,
        headers: { host: target, ...this.#authorization() },
        agent: false,
      });
      const fail = (error: OutboundError): void => {
        clearTimeout(timer);
        reject(error);
      };
      const timer = setTimeout(() => request.destroy(new OutboundError('timeout')), timeout);
      request.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
        if (statusCode < 200 || statusCode > 299) {
          socket.destroy();
          fail(new OutboundError(statusCode >= 500 ? 'unreachable' : 'proxy-refused'));
          return;
        }
        clearTimeout(timer);
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      });
      // A proxy that answers CONNECT like an ordinary request does not act as a proxy.
      request.once('response', (response) => {
        response.destroy();
        fail(new OutboundError('proxy-refused'));
      });
      request.once('error', (error) =>
        fail(error instanceof OutboundError ? error : new OutboundError('proxy-unreachable')),
      );
      request.end();
    });
  }

  async #connectBySocks(
    destination: { readonly host: string; readonly port: number },
    timeout: number,
  ): Promise<Socket> {
    const { credentials } = this.#address;
    const started = Date.now();
    // Loaded when first used: most servers have no SOCKS proxy, and the library costs 20 ms of the start.
    const { SocksClient } = await import('socks');
    const { host, port } = this.#address;
    const proxySocket = await dial({ host, port }, timeout, () => new OutboundError('proxy-unreachable'));
    const proxy: SocksProxy = {
      host,
      port,
      type: 5,
      ...(credentials !== null && { userId: credentials.user, password: credentials.password }),
    };
    try {
      const { socket } = await SocksClient.createConnection({
        proxy,
        command: 'connect',
        destination,
        existing_socket: proxySocket,
        timeout: Math.max(1, timeout - (Date.now() - started)),
      });
      return socket;
    } catch (error) {
      proxySocket.destroy();
      throw new OutboundError(socksFault(error instanceof Error ? error.message : ''));
    }
  }

  #authorization(): Readonly<Record<string, string>> {
    const { credentials } = this.#address;
    if (credentials === null) return {};
    const { user, password } = credentials;
    return { 'proxy-authorization': `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  }
}

/** Opens a TCP connection. Rejects with OutboundError: `timeout` after so many milliseconds, else what `toFault` makes of the error. */
export const dial = (
  options: NetConnectOpts,
  timeout: number,
  toFault: (error: Error) => OutboundError = toOutboundError,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(options);
    const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), timeout);
    const onError = (error: Error): void => {
      clearTimeout(timer);
      reject(error instanceof OutboundError ? error : toFault(error));
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });

/** Returns the checked addresses of a host, IPv4 first: a proxy without IPv6 refuses the others one by one. */
const addressesOf = (hostname: string, lookup: LookupFunction): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) => {
      if (error !== null) return reject(error);
      const addresses = (Array.isArray(found) ? found : [{ address: found }]).map(({ address }) => address);
      resolve(addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b))));
    });
  });

/** Interprets a message of the SOCKS library, whose errors have no codes. */
function socksFault(message: string): OutboundError['fault'] {
  if (/timed out/i.test(message)) return 'timeout';
  if (/authentication|accepted auth|NotAllowed/i.test(message)) return 'proxy-refused';
  if (/rejected connection/i.test(message)) return 'unreachable';
  return 'proxy-unreachable';
}
