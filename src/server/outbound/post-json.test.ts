import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { checkDestination, exactHosts, lanOrigin } from './host-policy.ts';
import { type OutboundClient, OutboundError, type OutboundRequest } from './outbound-client.ts';
import { postJson } from './post-json.ts';

const never = new AbortController().signal;

/** Creates an outbound client that responds with a status or rejects with an error, and records its requests. */
const clientTo = (answer: number | OutboundError) => {
  const requests: OutboundRequest[] = [];
  const outbound: Pick<OutboundClient, 'request'> = {
    async request(request) {
      requests.push(request);
      if (typeof answer !== 'number') throw answer;
      return { status: answer, headers: {}, setCookies: [], url: request.url, body: Readable.from(['fine']) };
    },
  };
  return {
    requests,
    post: (address: string, isLan = false) =>
      postJson(outbound as OutboundClient, address, '{"a":1}', never, isLan),
  };
};

describe('parseExternalAddress', () => {
  const clientAccepts = (address: string): boolean => {
    try {
      checkDestination(address, exactHosts([URL.parse(address)?.hostname ?? '']));
      return true;
    } catch {
      return false;
    }
  };

  it.each([
    ['https://hooks.example.com/T0/part?x=1', true],
    ['https://hooks.example.com:443/', true],
    ['https://hooks.example.com:8443/', false],
    ['http://hooks.example.com/', false],
    ['https://a:b@hooks.example.com/', false],
    ['https://93.184.216.34/', false],
    ['https://127.0.0.1./', false],
    ['https://0x7f.1/', false],
    ['https://[2606:2800:220:1::1]/', false],
    ['https://hooks.exa\tmple.com/', false],
    ['hooks.example.com', false],
  ])('agrees with the outbound client: %j', (address, isAccepted) => {
    expect([parseExternalAddress(address).ok, clientAccepts(address)]).toEqual([isAccepted, isAccepted]);
  });
});

describe('postJson', () => {
  it('sends one POST request, allows only the host of the URL and follows no redirects', async () => {
    const { requests, post } = clientTo(204);
    expect(await post('https://hooks.example.com/x')).toBe(true);
    expect(requests).toMatchObject([
      { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    ]);
    const [request] = requests;
    expect(request?.redirects ?? 0).toBe(0);
    expect(request?.hosts.isOwnerOrigin).toBe(false);
    expect(request?.hosts.allows('hooks.example.com')).toBe(true);
    expect(request?.hosts.allows('www.hooks.example.com')).toBe(false);
  });

  it('allows only the origin of an address in the local network', async () => {
    const { requests, post } = clientTo(200);
    expect(await post('http://192.168.1.2:8080/x', true)).toBe(true);
    const hosts = requests[0]!.hosts;
    const isRefused = (address: string) => {
      try {
        checkDestination(address, hosts);
        return false;
      } catch {
        return true;
      }
    };
    expect(isRefused('http://192.168.1.2:8080/y')).toBe(false);
    for (const other of ['http://192.168.1.2/', 'https://192.168.1.2:8080/', 'http://192.168.1.3:8080/'])
      expect(isRefused(other)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:3000/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://93.184.216.34/',
  ])('as one in the local network, %s is refused', (address) => {
    expect(() => checkDestination(address, lanOrigin(address))).toThrow(OutboundError);
  });

  it.each([302, 404, 500])('returns false for status %i', async (status) => {
    expect(await clientTo(status).post('https://hooks.example.com/x')).toBe(false);
  });

  it('returns false when the outbound client refuses the URL or the request fails', async () => {
    expect(await clientTo(new OutboundError('refused-address')).post('http://127.0.0.1/x')).toBe(false);
    expect(await clientTo(new OutboundError('timeout')).post('https://hooks.example.com/x')).toBe(false);
  });
});
