import { describe, expect, it } from 'vitest';
import { TEXT_PAGES } from '#shared/contract/legal-texts.ts';
import type { PageInput } from '#shared/contract/page.ts';
import type { Post } from '#shared/contract/preview.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import { byPlatform } from '#shared/platforms/platforms.ts';
import { render, renderPanel, renderPreview, renderStatus, renderText } from '../../src/web/render.tsx';

const CONTENT = '<p><a href="/help">Help</a> <a href="#faqs">FAQ</a> <img src="/favicon.svg" alt=""></p>';
const DEFAULTS = defaultSite({
  updatedAt: '2026-11-20T08:00:00.000Z',
  samples: true,
  readsStories: true,
  contactEmail: null,
});
const [FIRST_LINK] = DEFAULTS.navbar.links;
const SOCIAL_LINK = {
  id: 1,
  platform: 'facebook',
  name: 'Facebook',
  icon: 'facebook',
  color: '#123456',
  url: 'https://social.example/harbour',
} as const;
const SITE = {
  ...DEFAULTS,
  content: CONTENT,
  socialLinks: [SOCIAL_LINK],
  navbar: {
    ...DEFAULTS.navbar,
    links: [
      { ...FIRST_LINK!, target: '/help' },
      { ...FIRST_LINK!, id: 'elsewhere', target: 'https://elsewhere.example/' },
    ],
  },
};
const UNKNOWN = { state: 'unknown', medianMs: null, lastSeen: null } as const;
const REPORT: StatusReport = {
  previews: byPlatform(() => UNKNOWN),
  downloads: UNKNOWN,
  engines: [],
  days: [],
  past: {
    previews: byPlatform(() => ({ states: [], shares: [] })),
    downloads: { states: [], shares: [] },
    engines: [],
  },
  used: [],
  incidents: [],
  tested: byPlatform(() => null),
  causes: byPlatform(() => null),
};
const POST: Post = {
  id: '1',
  platform: 'tiktok',
  type: 'video',
  username: 'ann',
  caption: 'A quiet morning',
  thumbnail: null,
  duration: 42,
  url: 'https://www.tiktok.com/@ann/video/1',
  source: 'tiktok',
  engine: 'native',
  qualities: [],
  items: [],
};

/** Renders every document of a site at this address. */
const documentsAt = (publicUrl: string): Record<string, string> => {
  const common = {
    site: SITE,
    publicUrl,
    assets: {
      themeScript: { text: '', hash: '' },
      scripts: [],
      inlineStyle: null,
      styles: [],
      fonts: [],
    },
  };
  const page: PageInput = { ...common, notFound: false, bypassesMaintenance: true, previewsPerMinute: 20 };
  const preview = { ...common, link: '', type: 'video' } as const;
  const failed = { kind: 'failed', code: 'internal', message: '', reason: undefined } as const;
  return {
    home: render({
      ...page,
      addressLink: 'https://www.tiktok.com/@ann/video/1',
      samplePost: { duration: 9, qualities: [] },
    }),
    unknown: render({ ...page, notFound: true }),
    panel: renderPanel(page),
    status: renderStatus({ ...common, report: REPORT, at: '2026-11-21T17:00:00.000Z' }),
    post: renderPreview({ ...preview, answer: { kind: 'post', post: POST } }),
    failure: renderPreview({
      ...preview,
      answer: { ...failed, retryAfter: undefined, reference: 'x' },
    }),
    ...Object.fromEntries(
      TEXT_PAGES.map((name) => [name, renderText({ ...common, page: name, ownText: CONTENT })]),
    ),
  };
};

/** Returns the paths that links, forms and files of a document name. */
const pathsIn = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|action)="(\/[^"]*)"/gu)].map(([, path]) => path ?? '');

describe('the pages of a site below a path', () => {
  const below = documentsAt('https://harbour.example/tools/savelet');
  const atRoot = documentsAt('https://harbour.example');

  it.each(Object.keys(atRoot))('%s has the same links as at the root, all below the path', (name) => {
    const paths = pathsIn(atRoot[name] ?? '');
    expect(paths.length).toBeGreaterThan(0);
    expect(pathsIn(below[name] ?? '')).toEqual(paths.map((path) => `/tools/savelet${path}`));
    // All that differs.
    expect(below[name]?.replace(' data-base="/tools/savelet"', '').replaceAll('/tools/savelet', '')).toBe(
      atRoot[name],
    );
  });

  it('tell their scripts the path', () => {
    for (const name of ['home', 'unknown', 'panel'])
      expect(below[name]).toContain('<html lang="en" dir="ltr" data-base="/tools/savelet">');
    expect(below['unknown']).toContain('"home":"/tools/savelet/"');
  });

  it("complete the owner's own paths, and no other address", () => {
    for (const part of ['href="/tools/savelet/help"', 'href="#faqs"', 'src="/tools/savelet/favicon.svg"'])
      expect(below['home']).toContain(part);
    expect(below['home']).toContain('href="https://elsewhere.example/"');
  });
});
