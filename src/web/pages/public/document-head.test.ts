import { describe, expect, it } from 'vitest';
import type { PageInput } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import { defaultSite } from '#shared/contract/site-settings.ts';
import { publicTags } from './document-head.ts';

const input: PageInput = {
  site: {
    ...defaultSite({
      updatedAt: '2026-11-20T08:00:00.000Z',
      samples: true,
      readsStories: true,
      contactEmail: null,
    }),
    title: 'Harbour',
  },
  assets: {
    themeScript: { src: '/theme.js', integrity: '' },
    scripts: [],
    inlineStyle: null,
    styles: [],
    fonts: [],
  },
  publicUrl: 'https://harbour.example',
  notFound: false,
  bypassesMaintenance: false,
  previewsPerMinute: 20,
};
const headWith = (over: Partial<Site>): string =>
  publicTags({ ...input, site: { ...input.site, ...over } }).join('\n');
const head = headWith({});

const contentOf = (name: string, html = head): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`, 'u').exec(html)?.[1];
const graphOf = (html: string): Record<string, unknown>[] =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/u.exec(html)?.[1] ?? '')['@graph'];

describe('publicTags', () => {
  it('has sharing tags with a large picture and absolute URLs', () => {
    const title = 'Harbour: download Instagram and TikTok videos and photos';
    expect(contentOf('og:url')).toBe('https://harbour.example/');
    expect(contentOf('og:type')).toBe('website');
    expect(contentOf('og:site_name')).toBe('Harbour');
    expect([contentOf('og:title'), contentOf('twitter:title')]).toEqual([title, title]);
    expect(contentOf('twitter:card')).toBe('summary_large_image');
    for (const platform of ['og', 'twitter']) {
      expect(contentOf(`${platform}:image`)).toBe('https://harbour.example/og.png');
      expect(contentOf(`${platform}:image:alt`)).toBe('Paste the link. Keep the file.');
      expect(contentOf(`${platform}:description`)).toBe(contentOf('description'));
    }
    expect([contentOf('og:image:width'), contentOf('og:image:height')]).toEqual(['1200', '630']);
    expect(contentOf('description')?.length).toBeLessThanOrEqual(155);
  });

  it('describes a free application without a rating', () => {
    const [app] = graphOf(head);
    expect(app).toMatchObject({
      '@type': 'WebApplication',
      name: 'Harbour',
      url: 'https://harbour.example/',
      applicationCategory: 'MultimediaApplication',
      operatingSystem: 'Any',
      inLanguage: 'en',
      offers: { price: '0' },
    });
    expect(head).not.toMatch(/aggregateRating|"review"/iu);
  });

  it('lists the owner’s social profiles if there are any', () => {
    const link = { id: 1, platform: 'telegram', name: 'Telegram', icon: 'telegram', color: '' } as const;
    const url = 'https://t.me/harbour?a=1&b=</script>';
    const [, organization] = graphOf(headWith({ socialLinks: [{ ...link, url }] }));
    expect(organization).toMatchObject({ '@type': 'Organization', sameAs: [url] });
    expect(graphOf(head)[1]).not.toHaveProperty('sameAs');
  });

  it('links the icons', () => {
    expect(head).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">');
    expect(head).toContain('<link rel="icon" href="/favicon.svg">');
    expect(contentOf('apple-mobile-web-app-title')).toBe('Harbour');
  });

  it("shows the owner's logo in every icon", () => {
    const logoPath = '/api/logo/abc';
    const own = headWith({ logoPath });
    expect(own).toContain('<link rel="icon" href="/api/logo/abc/favicon.png">');
    expect(own).toContain('<link rel="apple-touch-icon" href="/api/logo/abc/apple-touch-icon.png">');
    expect(graphOf(own)[1]).toMatchObject({ logo: expect.stringMatching(/\/api\/logo\/abc$/u) });
  });

  it('has a theme colour for each theme', () => {
    expect(head).toContain('media="(prefers-color-scheme: light)" content="#fafaf7"');
    expect(head).toContain('media="(prefers-color-scheme: dark)" content="#0f1210"');
  });

  it('has no identity tags and no indexing on an unknown path', () => {
    const missing = publicTags({ ...input, notFound: true }).join('\n');
    expect(contentOf('robots', missing)).toBe('noindex');
    expect(missing).not.toMatch(/og:|twitter:|canonical|ld\+json|harbour\.example/u);
    expect(contentOf('robots')).toBeUndefined();
  });

  it('escapes a hostile title everywhere', () => {
    const title = '"></script><b>&amp;';
    const hostile = headWith({ title });
    expect(hostile).not.toMatch(/<b>|"><\/script><b/u);
    expect(hostile.match(/<\/script>/gu)).toHaveLength(head.match(/<\/script>/gu)?.length ?? 0);
    expect(graphOf(hostile)[0]).toMatchObject({ name: title });
    expect(contentOf('og:site_name', hostile)).toBe('&quot;&gt;&lt;/script&gt;&lt;b&gt;&amp;amp;');
  });
});
