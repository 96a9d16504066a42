import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import { hostsUnder } from '../../src/server/outbound/host-policy.ts';
import { type MediaClient, OutboundError } from '../../src/server/outbound/outbound-client.ts';
import { mediaHosts } from '../../src/server/platforms/server-platforms.ts';
import { startRawUpstream, type Upstream } from './loopback-upstream.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';

const POLICIES = [
  mediaHosts([]),
  hostsUnder(['cdn.example.com']),
  // Policies of a careless owner: one lists the addresses themselves, the other allows everything.
  { isOwnerOrigin: false, allows: () => true },
];

/** Hosts of the URLs; names resolve to private addresses. */
const FORMS = [...PRIVATE_ADDRESSES, 'cdn.example.com', 'x.cdninstagram.com'];
const written = (port: number): string[] =>
  FORMS.flatMap((host) => [
    `http://${host}:${port}/`,
    `https://${host}:${port}/`,
    `https://${host}/`,
    `https://cdn.example.com@${host}/`,
    `https://${host}#@cdn.example.com/`,
    `https://${host}\\@cdn.example.com/`,
    `https://${host}:80:80/`,
    `https://${host}:443?@cdn.example.com//`,
    `https://${host}%09cdn.example.com/`,
    `https://${host}:443+&@cdn.example.com#+@cdn.example.com/`,
    `https://ann@${host}:443+@cdn.example.com/`,
    `https://ann@cdn.example.com@${host}/`,
    `https://an\\n@${host}:@cdn.example.com/`,
    `https://cdn.example.com+&@cdn.example.com#+@${host}/`,
    `https://cdn.example.com\t.${host}/`,
    `//${host}/`,
    `gopher://${host}:${port}/`,
  ]);

let canary: Upstream;
let outbound: MediaClient;
let resolved = 0;

beforeAll(async () => {
  const silent = () => undefined;
  canary = await startRawUpstream(silent, 80).catch(() => startRawUpstream(silent));
  const privateAnswers = [
    ['127.0.0.1'],
    ['::1'],
    ['127.0.0.1', '8.8.8.8'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
  ];
  outbound = createOutboundClient({
    routes: [],
    proxy: null,
    resolve: async () => privateAnswers[resolved++ % privateAnswers.length] ?? [],
  });
});

afterAll(async () => {
  await outbound.close();
  await canary.close();
});

const outcomesOf = async (addresses: readonly string[]): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for (const address of addresses) {
    for (const hosts of POLICIES) {
      for (const kind of ['request', 'requestMedia'] as const) {
        const outcome = await outbound[kind]({ url: address, hosts, redirects: 3, post: 'p' }).then(
          () => 'answered',
          (error: unknown) => (error instanceof OutboundError ? error.fault : String(error)),
        );
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
    }
  }
  return counts;
};

describe('server-side request forgery', () => {
  it('opens no connection, in any notation of the address', async () => {
    const outcomes = await outcomesOf(written(canary.port));
    expect([...outcomes.keys()].toSorted()).toEqual(['refused-address', 'refused-host']);
    expect(canary.accepted()).toBe(0);
    // Some of them were resolved, so the check at connect time was tested, too.
    expect(resolved).toBeGreaterThan(0);
  });

  it('has a canary that would have noticed', async () => {
    const open = createOutboundClient({
      routes: [{ host: 'cdn.example.com', origin: canary.origin }],
      proxy: null,
    });
    const abort = AbortSignal.timeout(150);
    await open
      .request({ url: 'https://cdn.example.com/', hosts: hostsUnder(['cdn.example.com']), signal: abort })
      .catch(() => undefined);
    await open.close();
    expect(canary.accepted()).toBe(1);
  });
});
