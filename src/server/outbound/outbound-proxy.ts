import https from 'node:https';
import net, { isIPv6, type LookupFunction, type NetConnectOpts, type Socket } from 'node:net';
import type { SocksProxy } from 'socks';
import { type ProxyAddress, parseProxyAddress } from '../base/config/proxy-address.ts';
import { http } from './node-http.ts';
import { OutboundError, toOutboundError } from './outbound-client.ts';

/**
 * Proxy that the owner configures. Its address with the credentials is a private field, so that neither a log nor an error that contains
 * the object shows it.
 */
export class OutboundProxy {
  readonly #address: ProxyAddress;

  /** Throws TypeError for a URL that the configuration rejects. */
  constructor(address: string) {
    this.#address = parseProxyAddress(address);
  }

  /**
   * Opens a connection to a host through the proxy. Only for `socks5`, resolves the host name with `lookup` instead of leaving it to the
   * proxy. Rejects with OutboundError. Its cause is never an error of the SOCKS or HTTP library, because such an error contains the
   * credentials.
   */
  async open(
    { hostname, port }: { readonly hostname: string; readonly port: number },
    { lookup, timeoutMs }: { readonly lookup: LookupFunction; readonly timeoutMs: number },
  ): Promise<Socket> {
    const { scheme } = this.#address;
    if (scheme === 'http' || scheme === 'https') return this.#connectByHttp(`${hostname}:${port}`, timeoutMs);
    if (scheme === 'socks5h') return this.#connectBySocks({ host: hostname, port }, timeoutMs);
    const deadline = Date.now() + timeoutMs;
    let failure = new OutboundError('unresolved');
    for (const host of await resolveAddresses(hostname, lookup)) {
      if (Date.now() >= deadline) throw new OutboundError('timeout');
      try {
        return await this.#connectBySocks({ host, port }, deadline - Date.now());
      } catch (error) {
        if (!(error instanceof OutboundError) || error.fault !== 'unreachable') throw error;
        failure = error;
      }
    }
    throw failure;
  }

  #connectByHttp(target: string, timeoutMs: number): Promise<Socket> {
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
      const timer = setTimeout(() => request.destroy(new OutboundError('timeout')), timeoutMs);
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
    timeoutMs: number,
  ): Promise<Socket> {
    const { credentials } = this.#address;
    const started = Date.now();
    // Loaded when first used: most servers have no SOCKS proxy, and the library costs 20 ms of the start.
    const { SocksClient } = await import('socks');
    const { host, port } = this.#address;
    const proxySocket = await dial({ host, port }, timeoutMs, () => new OutboundError('proxy-unreachable'));
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
        timeout: Math.max(1, timeoutMs - (Date.now() - started)),
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

/**
 * Opens a TCP connection. Rejects with OutboundError `timeout` after `timeoutMs`, and with the result of `convertError` for an error of the
 * socket.
 */
export const dial = (
  options: NetConnectOpts,
  timeoutMs: number,
  convertError: (error: Error) => OutboundError = toOutboundError,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(options);
    const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), timeoutMs);
    const onError = (error: Error): void => {
      clearTimeout(timer);
      reject(error instanceof OutboundError ? error : convertError(error));
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });

/**
 * Returns the addresses of a host that `lookup` has checked, IPv4 first, because a proxy without IPv6 refuses the IPv6 addresses one by
 * one. Rejects with the error of `lookup`.
 */
const resolveAddresses = (hostname: string, lookup: LookupFunction): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, found) => {
      if (error !== null) return reject(error);
      const addresses = (Array.isArray(found) ? found : [{ address: found }]).map(({ address }) => address);
      resolve(addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b))));
    });
  });

/** Returns the fault that an error message of the SOCKS library means. The library's errors have no codes. */
function socksFault(message: string): OutboundError['fault'] {
  if (/timed out/i.test(message)) return 'timeout';
  if (/authentication|accepted auth|NotAllowed/i.test(message)) return 'proxy-refused';
  if (/rejected connection/i.test(message)) return 'unreachable';
  return 'proxy-unreachable';
}
