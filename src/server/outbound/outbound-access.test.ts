import { describe, expect, it } from 'vitest';
import { planOutboundPaths } from './outbound-access.ts';

const NONE = {
  outboundProxy: null,
  outboundProxyMode: 'always',
  mediaProxy: null,
  upstreamRoutes: [{ host: 'www.tiktok.com', origin: 'http://127.0.0.1:9101' }],
} as const;
const PROXY = 'http://10.0.0.5:3128';

describe('planOutboundPaths', () => {
  it('sends everything directly without a proxy', () => {
    const { pages, media, services } = planOutboundPaths(NONE);
    expect(Object.keys(pages)).toEqual(['direct']);
    expect([pages.direct, media, services].map((path) => path?.proxy)).toEqual([null, null, null]);
  });

  it('sends pages and services through the proxy only, and media never', () => {
    const { pages, media, services } = planOutboundPaths({ ...NONE, outboundProxy: PROXY });
    expect(Object.keys(pages)).toEqual(['proxy']);
    expect(services.proxy).toBe(pages.proxy?.proxy);
    expect([media.proxy, pages.proxy?.routes]).toEqual([null, NONE.upstreamRoutes]);
  });

  it('sends pages on both routes as a fallback, and services directly', () => {
    const plan = planOutboundPaths({ ...NONE, outboundProxy: PROXY, outboundProxyMode: 'fallback' });
    expect(Object.keys(plan.pages)).toEqual(['direct', 'proxy']);
    expect([plan.pages.direct?.proxy, plan.media.proxy, plan.services.proxy]).toEqual([null, null, null]);
    expect([plan.pages.direct?.routes, plan.pages.proxy?.routes]).toEqual([NONE.upstreamRoutes, []]);
  });

  it('sends media through a proxy of their own', () => {
    const plan = planOutboundPaths({ ...NONE, outboundProxy: PROXY, mediaProxy: 'socks5://10.0.0.6' });
    expect(plan.media.proxy).not.toBeNull();
    expect(plan.media.proxy).not.toBe(plan.pages.proxy?.proxy);
    expect(planOutboundPaths({ ...NONE, mediaProxy: PROXY }).pages.direct?.proxy).toBeNull();
  });
});
