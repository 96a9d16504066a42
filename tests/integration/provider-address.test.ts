import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import { createEngines } from '../../src/server/engines/registry.ts';
import { createConnectProxy } from '../../src/server/outbound/connect-proxy.ts';
import { platformHosts } from '../../src/server/platforms/server-platforms.ts';
import { linkTo } from '../platforms/link-to.ts';
import { directPages } from './direct-pages.ts';
import { createFakeOutboundClient, neverAborted } from './fake-outbound-client.ts';

const KEY = 'k-0123456789';
const connectProxy = createConnectProxy({ hosts: platformHosts, paths: {} });
afterAll(() => connectProxy.close());

describe('a provider’s address', () => {
  it("set in the panel is not trusted like the environment's: it gets no key and cannot be in a private network", async () => {
    const outbound = createFakeOutboundClient(() => ({ body: '[]' }));
    let host: string | null = 'https://open.example/';
    const engines = createEngines(
      readConfig({ PROVIDER_HOST: 'http://10.0.0.1:9100', PROVIDER_API_KEY: KEY }),
      {
        pages: directPages(outbound),
        services: outbound,
        connectProxy,
        log: createLogger('silent'),
        installedYtDlp: () => null,
        chosenProvider: () => (host === null ? null : { service: 'download', host, key: null }),
      },
    );
    const provider = engines.find(({ name }) => name === 'provider');
    await provider?.extract(linkTo('instagram', 'X1'), neverAborted);
    host = null;
    await provider?.extract(linkTo('instagram', 'X1'), neverAborted);
    expect(
      outbound.requests.map(({ url, hosts, headers }) => [
        url,
        hosts.isOwnerOrigin,
        headers?.['x-rapidapi-key'],
      ]),
    ).toEqual([
      ['https://open.example/download', false, undefined],
      ['http://10.0.0.1:9100/download', true, KEY],
    ]);
    await Promise.all(engines.map((engine) => engine.close?.()));
  });
});
