import type { FastifyInstance } from 'fastify';
import type { Config } from '../base/config/config.ts';
import type { Logger } from '../base/observability/logger.ts';

interface ForwardingParts {
  readonly config: Pick<Config, 'trustProxy'>;
  readonly log: Logger;
  readonly isTrustedProxy: (address: string) => boolean;
}

/**
 * Detects forwarding headers from addresses outside TRUST_PROXY: behind such a proxy all visitors count as one network.
 * Logs the first one, without its address. The returned function says whether to show the owner a notice; it stays
 * false while TRUST_PROXY is set, because any visitor could then trigger the notice with a forged header.
 */
export const warnOnUntrustedForwarding = (
  app: FastifyInstance,
  { config, log, isTrustedProxy }: ForwardingParts,
): (() => boolean) => {
  let seen = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const forwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
    if (!seen && forwarded && !isTrustedProxy(socket.remoteAddress ?? '')) {
      seen = true;
      log.warn(
        'a forwarding header came from an address outside TRUST_PROXY: all visitors behind that proxy count as one network',
      );
    }
    done();
  });
  return () => seen && config.trustProxy.length === 0;
};
