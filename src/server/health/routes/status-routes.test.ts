import { describe, expect, it } from 'vitest';
import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { StatusReport, StatusState } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { compressPage } from '../../site/pages/page-cache.ts';
import { createStatusPage, STATUS_PAGE_CACHE_MS } from './status-routes.ts';

const START = Date.parse('2026-11-21T06:00:00.000Z');

const noPast = { states: [], shares: [] };

const reportOf = (downloads: StatusState, at: number): StatusReport => {
  const seen = { state: downloads, medianMs: null, lastSeen: new Date(at).toISOString() };
  return {
    previews: byPlatform(() => ({ state: 'unknown', medianMs: null, lastSeen: null })),
    downloads: seen,
    engines: [],
    days: [],
    past: { previews: byPlatform(() => noPast), downloads: noPast, engines: [] },
    used: [],
    incidents: [],
    tested: byPlatform(() => null),
    causes: byPlatform(() => null),
  };
};

const setUp = () => {
  let time = START;
  let site: Site = defaultSite({
    updatedAt: '2026-11-20T08:00:00.000Z',
    samples: true,
    readsStories: true,
    contactEmail: null,
  });
  const written: string[] = [];
  let downloads: StatusState = 'working';
  let fail = false;
  const page = createStatusPage(
    async (of, _report, at) => {
      written.push(`${of.title} ${at}`);
      if (fail) throw new Error('not now');
      return compressPage(written.at(-1) ?? '', null);
    },
    { current: () => site },
    async () => reportOf(downloads, time),
    () => time,
  );
  return {
    written,
    report: (state: StatusState) => {
      downloads = state;
    },
    text: async () => (await page()).uncompressed.toString(),
    wait: (ms: number) => {
      time += ms;
    },
    rename: (title: string) => {
      site = { ...site, title };
    },
    failing: (on: boolean) => {
      fail = on;
    },
  };
};

describe('createStatusPage', () => {
  it('renders once for all requests within half a minute', async () => {
    const { text, wait, written } = setUp();
    await Promise.all([text(), text()]);
    wait(STATUS_PAGE_CACHE_MS - 1);
    expect(await text()).toBe('Savelet 2026-11-21T06:00:00.000Z');
    expect(written).toHaveLength(1);
    wait(1);
    expect(await text()).toBe('Savelet 2026-11-21T06:00:30.000Z');
  });

  it('does not extend the lifetime when the clock is set back', async () => {
    const { text, wait } = setUp();
    await text();
    wait(-3_600_000);
    expect(await text()).toBe('Savelet 2026-11-21T05:00:00.000Z');
  });

  it('renders again as soon as a setting changes', async () => {
    const { text, rename } = setUp();
    await text();
    rename('Harbour');
    expect(await text()).toMatch(/^Harbour /u);
  });

  it('renders again as soon as GET /api/status says something else, and not for another time alone', async () => {
    const { text, wait, written, report } = setUp();
    await text();
    for (const [state, count] of [
      ['slow', 2],
      ['failing', 3],
      ['failing', 3],
    ] as const) {
      wait(1_000);
      report(state);
      await text();
      expect(written).toHaveLength(count);
    }
  });

  it('does not cache a failed rendering', async () => {
    const { text, failing } = setUp();
    failing(true);
    await expect(text()).rejects.toThrow('not now');
    failing(false);
    expect(await text()).toMatch(/^Savelet /u);
  });
});
