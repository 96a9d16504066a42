import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { checkDestination } from './destination.ts';
import { exactHosts } from './host-policy.ts';
import { type OutboundClient, OutboundError, type OutboundRequest } from './outbound-client.ts';
import { postJson } from './post-json.ts';

const never = new AbortController().signal;

/** An outbound client that answers with a status, or fails. */
const clientTo = (answer: number | OutboundError) => {
  const asked: OutboundRequest[] = [];
  const outbound: Pick<OutboundClient, 'request'> = {
    async request(request) {
      asked.push(request);
      if (typeof answer !== 'number') throw answer;
      return { status: answer, headers: {}, setCookies: [], url: request.url, body: Readable.from(['fine']) };
    },
  };
  return {
    asked,
    post: (address: string) => postJson(outbound as OutboundClient, address, '{"a":1}', never),
  };
};

describe('the rule for webhooks', () => {
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
  ])('agrees with the outbound client: %j', (address, taken) => {
    expect([parseExternalAddress(address).ok, clientAccepts(address)]).toEqual([taken, taken]);
  });
});

describe('postJson', () => {
  it('asks the outbound client for that host alone, without redirects', async () => {
    const { asked, post } = clientTo(204);
    expect(await post('https://hooks.example.com/x')).toBe(true);
    expect(asked).toMatchObject([
      { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    ]);
    const [request] = asked;
    expect(request?.redirects ?? 0).toBe(0);
    expect(request?.hosts.ownersOwn).toBe(false);
    expect(request?.hosts.allows('hooks.example.com')).toBe(true);
    expect(request?.hosts.allows('www.hooks.example.com')).toBe(false);
  });

  it.each([302, 404, 500])('takes %i for a refusal', async (status) => {
    expect(await clientTo(status).post('https://hooks.example.com/x')).toBe(false);
  });

  it('takes whatever the outbound client refuses or cannot reach for one too', async () => {
    expect(await clientTo(new OutboundError('refused-address')).post('http://127.0.0.1/x')).toBe(false);
    expect(await clientTo(new OutboundError('timeout')).post('https://hooks.example.com/x')).toBe(false);
  });
});
